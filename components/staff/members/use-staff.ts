import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changeStaffEmail,
  declineStaffReset,
  inviteStaff,
  listStaff,
  removeStaff,
  resetStaffAccess,
  updateStaff,
} from '#lib/domains/staff/staff.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'

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
  const changeEmail = useMutation({
    mutationFn: (input: EndpointInput<typeof changeStaffEmail>) => consoleRequest(changeStaffEmail, input, {}),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (input: EndpointInput<typeof removeStaff>) => consoleRequest(removeStaff, input, {}),
    onSettled,
  })
  return { invite, update, reset, decline, changeEmail, remove }
}
