'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleQuery } from '#lib/client/queries.ts'
import { consoleRequest } from '#lib/client/request.ts'
import { inviteStaff, listStaff, resetStaffAccess, updateStaff } from '#lib/contract/console/staff.ts'
import type { EndpointInput } from '#lib/contract/endpoint.ts'

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
    mutationFn: (staff_id: string) => consoleRequest(resetStaffAccess, { params: { staff_id } }, {}),
    onSettled,
  })
  return { invite, update, reset }
}
