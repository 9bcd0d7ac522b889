import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listWebhookDeliveries } from '#lib/domains/webhooks/deliveries.ts'
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  rotateWebhookSecret,
} from '#lib/domains/webhooks/endpoints.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

export function useReadAgain() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [listWebhookEndpoints, listWebhookDeliveries].map(({ name }) =>
        client.invalidateQueries({ queryKey: ['console', name] }),
      ),
    )
}

export function useEndpointChanges(environment: string) {
  const onSettled = useReadAgain()
  const at = (endpoint_id: string) => ({ params: { environment, endpoint_id } })
  const rotate = useMutation({ mutationFn: (id: string) => consoleRequest(rotateWebhookSecret, at(id), {}), onSettled })
  const remove = useMutation({
    mutationFn: (id: string) => consoleRequest(removeWebhookEndpoint, at(id), {}),
    onSettled,
  })
  const disable = useMutation({
    mutationFn: (id: string) => consoleRequest(disableWebhookEndpoint, at(id), {}),
    onSettled,
  })
  const enable = useMutation({
    mutationFn: ({ id, recover_since }: { id: string; recover_since: string | null }) =>
      consoleRequest(enableWebhookEndpoint, { ...at(id), body: { ...(recover_since && { recover_since }) } }, {}),
    onSettled,
  })
  return { rotate, remove, disable, enable }
}
