'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { BAND_TONES, ENDPOINT_LABELS } from '#components/webhooks/labels.ts'
import type { WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import {
  type EndpointState,
  endpointState,
  FAILURE_LIMIT,
  failureBand,
  KEPT_DAYS,
  TIMEOUT_MS,
} from '#lib/domains/webhooks/rules.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { DAY, SECOND } from '#lib/utils/time/durations.ts'

const TONES: Readonly<Record<Exclude<EndpointState, 'failing'>, Tone>> = {
  working: 'ok',
  unproven: 'place',
  disabled: 'bad',
}

/** How an endpoint is doing, with what makes it so. */
export function EndpointPill({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { created_at, failures } = endpoint
  const state = endpointState(endpoint)
  const isNew = useAtPresent((now) => now - Date.parse(created_at) < KEPT_DAYS * DAY)
  const { label, icon } = ENDPOINT_LABELS[state]
  return (
    <Pill tone={state === 'failing' ? BAND_TONES[failureBand(failures)] : TONES[state]} icon={icon}>
      {label}
      {state === 'failing' && `: ${formatCount(failures)} in a row, disabled at ${FAILURE_LIMIT}`}
      {state === 'unproven' && (isNew ? ' yet' : ` in ${KEPT_DAYS} days`)}
    </Pill>
  )
}

interface FailingNoticeProps {
  environment: string
  endpoint: WebhookEndpoint
}

/** Explains consecutive failures, with a bar that fills up to the limit. */
export function FailingNotice({ environment, endpoint: { id, name, failures } }: FailingNoticeProps) {
  const band = failureBand(failures)
  if (band === 'none') return null
  return (
    <div
      data-tone={BAND_TONES[band]}
      className="mx-4 mt-3 rounded-card border border-tone-line bg-tone-soft px-4 py-2.5"
    >
      <p className="flex items-start gap-2">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-tone-fg" strokeWidth={1.9} />
        <span>
          The last {formatCount(failures)} attempts failed. The receiver must answer with a 2xx status within{' '}
          {TIMEOUT_MS / SECOND} seconds.{' '}
          <Link
            href={`/${environment}/events/deliveries?endpoints=${id}&within=week&states=retrying&states=gave_up`}
            prefetch={false}
            className="font-control text-accent-ink underline underline-offset-3"
          >
            View these deliveries<span className="sr-only"> to {name}</span>
          </Link>
        </span>
      </p>
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-tone-fg" style={{ width: `${Math.min(100, (failures / FAILURE_LIMIT) * 100)}%` }} />
      </div>
    </div>
  )
}
