import { useState } from 'react'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { DialogFooter } from '#components/patterns/form/form-dialog.tsx'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { SecretDialog } from '#components/patterns/secret/secret-field.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { ErrorNotice } from '#components/ui/display/notice.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { KEPT_DAYS } from '#lib/domains/webhooks/rules.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { useEndpointChanges } from './use-endpoint-changes.ts'

const SINCE = ['disabled', 'hour', 'day', 'week', 'all', 'none'] as const
type Since = (typeof SINCE)[number]
const SPANS: Readonly<Partial<Record<Since, number>>> = { hour: HOUR, day: DAY, week: 7 * DAY, all: KEPT_DAYS * DAY }

interface EnableDialogProps {
  environment: string
  endpoint: WebhookEndpoint
  onClose: () => void
}

/** Enables an endpoint, and asks which missed events it should still get. */
export function EnableDialog({ environment, endpoint, onClose }: EnableDialogProps) {
  const clock = useWallClock()
  const { enable } = useEndpointChanges(environment)
  const [since, setSince] = useState<Since>('disabled')
  const { id, name, disabled } = endpoint
  const texts: Readonly<Record<Since, string>> = {
    disabled: `Since it was disabled, ${disabled ? formatInstant(disabled.at, clock) : ''}`,
    hour: 'Last hour',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    all: `Last ${KEPT_DAYS} days, all that are kept`,
    none: 'Don’t recover. Send new events only.',
  }
  const sinceInstant = () => {
    if (since === 'none') return null
    const span = SPANS[since]
    return span === undefined ? (disabled?.at ?? null) : new Date(clockNow() - span).toISOString()
  }
  const onConfirm = () =>
    enable.mutate(
      { id, recover_since: sinceInstant() },
      {
        onSuccess: ({ recovered }) => {
          onClose()
          toast({ kind: 'done', title: 'Enabled.', text: `${name}. ${countOf(recovered, 'event')} queued.` })
        },
      },
    )
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[480px]">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <DialogTitle>Enable “{name}”</DialogTitle>
          <p className="mt-1 text-ink-2">Events that weren’t delivered can still be sent, oldest first.</p>
        </div>
        <OneOf
          legend="Recover events"
          value={since}
          options={SINCE.map((value) => ({ value, text: texts[value] }))}
          onChange={setSince}
        />
        <ErrorNotice error={enable.error} />
      </div>
      <DialogFooter confirm="Enable" isPending={enable.isPending} onConfirm={onConfirm} onClose={onClose} />
    </Dialog>
  )
}

/** A new secret, this once. */
export function NewSecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  return (
    <SecretDialog title={`Signing secret of “${name}”`} label="Signing secret" value={secret} onClose={onClose}>
      The receiver checks signatures with it. Copy it now: it isn’t shown again. If you lose it, rotate it.
    </SecretDialog>
  )
}

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

const OWN_INBOX =
  'This is the console’s own inbox: new events, states of connections and the time of their last data stop here.'

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
    <AskDialog title={title(name)} confirm={confirm} change={change} onConfirm={onConfirm} onClose={onClose}>
      <p>{text}</p>
      {act === 'disable' && endpoint.url === null && <p className="mt-3">{OWN_INBOX}</p>}
    </AskDialog>
  )
}
