import { getsType } from '#lib/domains/webhooks/rules.ts'
import { addDelivery, type MemoryWebhooks } from '#lib/service/memory-outbox.ts'
import { isExpunged, type Message } from '#lib/service/outbox.ts'
import type { WebhookEndpointRecord, WebhookStore } from '#lib/service/webhook-store.ts'

type EndpointPart = Pick<
  WebhookStore,
  | 'ensureWebhookEndpoint'
  | 'addWebhookEndpoint'
  | 'changeWebhookEndpoint'
  | 'rotateWebhookSecret'
  | 'listWebhookEndpoints'
  | 'findWebhookEndpoint'
  | 'removeWebhookEndpoint'
  | 'disableWebhookEndpoint'
  | 'enableWebhookEndpoint'
>

const NEW = { disabled_at: null, disabled_reason: null, failures: 0, removed_at: null } as const

export function memoryEndpoints(webhooks: MemoryWebhooks): EndpointPart {
  const { endpoints, messages, deliveries } = webhooks

  /** Queues a message again unless it waits or was delivered; returns whether it did. */
  function queue(endpoint_id: string, seq: number, at: Date): boolean {
    const there = [...deliveries.values()].find((each) => each.endpoint_id === endpoint_id && each.seq === seq)
    if (there?.state === 'delivered' || there?.next_at) return false
    if (there) Object.assign(there, { state: 'waiting', attempts: 0, next_at: at, claimed_until: null })
    else addDelivery(webhooks, endpoint_id, seq, at)
    return true
  }

  const ofTeam = (team_id: string) =>
    [...endpoints.values()].filter((endpoint) => endpoint.team_id === team_id && !endpoint.removed_at)

  function stopOpen(id: string): void {
    for (const each of deliveries.values())
      if (each.endpoint_id === id && each.next_at !== null) Object.assign(each, { state: 'stopped', next_at: null })
  }

  return {
    async ensureWebhookEndpoint(settings) {
      if (endpoints.has(settings.id)) return
      endpoints.set(settings.id, { ...settings, ...NEW })
    },

    async addWebhookEndpoint(settings, limit) {
      if (ofTeam(settings.team_id).length >= limit) return false
      endpoints.set(settings.id, { ...settings, ...NEW })
      return true
    },

    async changeWebhookEndpoint(id, change) {
      const endpoint = endpoints.get(id)
      if (!endpoint || endpoint.removed_at) return false
      endpoints.set(id, { ...endpoint, ...change })
      return true
    },

    async rotateWebhookSecret(id, was, rotation) {
      const endpoint = endpoints.get(id)
      if (endpoint?.sealed !== was || endpoint.removed_at) return false
      endpoints.set(id, { ...endpoint, ...rotation, previous_sealed: was })
      return true
    },

    async listWebhookEndpoints(team_id) {
      return structuredClone(
        ofTeam(team_id).sort((a, b) => Number(a.created_at) - Number(b.created_at) || (a.id < b.id ? -1 : 1)),
      )
    },

    async findWebhookEndpoint(id) {
      const found = endpoints.get(id)
      return found && !found.removed_at ? structuredClone(found) : null
    },

    async removeWebhookEndpoint(team_id, id, at) {
      const endpoint = endpoints.get(id)
      if (endpoint?.team_id !== team_id || endpoint.removed_at) return false
      const removed = { removed_at: at, disabled_at: at, disabled_reason: 'person' } as const
      endpoints.set(id, { ...endpoint, ...removed, sealed: null, previous_sealed: null })
      stopOpen(id)
      return true
    },

    async disableWebhookEndpoint(id, disabled_reason, disabled_at) {
      const endpoint = endpoints.get(id)
      if (!endpoint || endpoint.disabled_at) return false
      endpoints.set(id, { ...endpoint, disabled_at, disabled_reason })
      stopOpen(id)
      return true
    },

    async enableWebhookEndpoint(id, at, since) {
      const endpoint = endpoints.get(id)
      if (!endpoint || endpoint.removed_at) return []
      endpoints.set(id, { ...endpoint, ...NEW })
      if (!since) return []
      const missed = [...messages].filter(([, message]) => isFor(endpoint, message) && message.at >= since)
      return missed.filter(([seq]) => queue(id, seq, at)).map(([, { user_id, order_id }]) => ({ user_id, order_id }))
    },
  }
}

function isFor(endpoint: WebhookEndpointRecord, message: Message): boolean {
  const { team_id, event_type, is_test } = message
  return team_id === endpoint.team_id && !is_test && !isExpunged(message) && getsType(endpoint.event_types, event_type)
}
