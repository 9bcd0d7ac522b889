'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { declineStaffReset, inviteStaff, listStaff, resetStaffAccess, updateStaff } from '#lib/domains/staff/staff.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'

/** What an administrator does with staff; afterwards the list is read again. */
export function useStaffChanges() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries(consoleQuery(listStaff, {}, {}))
  const invite = useMutation({
    mutationFn: (body: EndpointInput<typeof inviteStaff>['body']) => consoleRequest(inviteStaff, { body }, {}),
    onSettled,
  })
  const update = useMutation({
    mutationFn: (input: EndpointInput<typeof updateStaff>) => consoleRequest(updateStaff, input, {}),
    onSettled,
  })
  const reset = useMutation({
    mutationFn: (input: EndpointInput<typeof resetStaffAccess>) => consoleRequest(resetStaffAccess, input, {}),
    onSettled,
  })
  const decline = useMutation({
    mutationFn: (staff_id: string) => consoleRequest(declineStaffReset, { params: { staff_id } }, {}),
    onSettled,
  })
  return { invite, update, reset, decline }
}
