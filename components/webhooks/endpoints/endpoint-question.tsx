'use client'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { useEndpointChanges } from './use-endpoint-changes.ts'

type Act = 'rotate' | 'disable' | 'remove'

interface EndpointQuestionProps {
  environment: string
  endpoint: WebhookEndpoint
  act: Act
  onSecret: (endpoint: WebhookEndpoint, secret: string) => void
  onClose: () => void
}

const WORDS: Readonly<Record<Act, { title: (name: string) => string; confirm: string; text: string; done: string }>> = {
  rotate: {
    title: (name) => `Rotate the secret of “${name}”?`,
    confirm: 'Rotate secret',
    text: 'You get a new secret. For 24 hours events are signed with both, so the receiver can change over without losing any.',
    done: '',
  },
  disable: {
    title: (name) => `Disable “${name}”?`,
    confirm: 'Disable',
    text: 'Queued deliveries stop, and new events aren’t queued. You can recover them when you enable it again.',
    done: 'Disabled.',
  },
  remove: {
    title: (name) => `Remove “${name}”?`,
    confirm: 'Remove',
    text: 'Queued deliveries stop. Past deliveries stay listed for 30 days. You can’t undo this.',
    done: 'Removed.',
  },
}

/** Asks before the secret is rotated, or an endpoint is disabled or removed. */
export function EndpointQuestion({ environment, endpoint, act, onSecret, onClose }: EndpointQuestionProps) {
  const { rotate, disable, remove } = useEndpointChanges(environment)
  const { title, confirm, text, done } = WORDS[act]
  const { id, name } = endpoint
  const change = { rotate, disable, remove }[act]
  const onSuccess = () => {
    onClose()
    toast({ kind: 'done', title: done, text: name })
  }
  const onConfirm = () => {
    if (act === 'rotate') rotate.mutate(id, { onSuccess: (made) => onSecret(made.endpoint, made.secret) })
    else if (act === 'disable') disable.mutate(id, { onSuccess })
    else remove.mutate(id, { onSuccess })
  }
  return (
    <AskDialog
      title={title(name)}
      confirm={confirm}
      keep="Cancel"
      isPending={change.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {text}
      {change.error && (
        <Notice kind="bad" alert className="mt-3">
          {change.error.message}
        </Notice>
      )}
    </AskDialog>
  )
}
