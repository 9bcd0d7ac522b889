import { Inbox, KeyRound, OctagonPause, Pencil, Play, Send, Trash2, TriangleAlert, Webhook } from 'lucide-react'
import Link from 'next/link'
import { useId } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { DayTime, TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { BAND_TONES, DISABLED_SENTENCES, ENDPOINT_LABELS, patternNames } from '#components/webhooks/labels.ts'
import type { WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import {
  type EndpointState,
  endpointState,
  FAILURE_LIMIT,
  failureBand,
  KEPT_DAYS,
  TIMEOUT_MS,
} from '#lib/domains/webhooks/rules.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { DAY, SECOND } from '#lib/utils/time/durations.ts'

const TONES: Readonly<Record<Exclude<EndpointState, 'failing'>, Tone>> = {
  working: 'ok',
  unproven: 'place',
  disabled: 'bad',
}

/** How an endpoint is doing, with what makes it so. */
function EndpointPill({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { created_at, failures } = endpoint
  const state = endpointState(endpoint)
  const isNew = useAtPresent((now) => now - Date.parse(created_at) < KEPT_DAYS * DAY)
  const { label, icon } = ENDPOINT_LABELS[state]
  if (state === 'failing') {
    const words = `${label}: ${formatCount(failures)} in a row, disabled at ${FAILURE_LIMIT}`
    return <Pill tone={BAND_TONES[failureBand(failures)]} icon={icon} label={words} />
  }
  const since = isNew ? 'yet' : `in ${KEPT_DAYS} days`
  return <Pill tone={TONES[state]} icon={icon} label={state === 'unproven' ? `${label} ${since}` : label} />
}

interface FailingNoticeProps {
  environment: string
  endpoint: WebhookEndpoint
}

function FailingNotice({ environment, endpoint: { id, name, failures } }: FailingNoticeProps) {
  const band = failureBand(failures)
  if (band === 'none') return null
  return (
    <div
      data-tone={BAND_TONES[band]}
      className="mx-4 mt-3 rounded-card border border-tone-line bg-tone-soft px-4 py-2.5"
    >
      <p className="flex items-start gap-2">
        <TriangleAlert className="mt-0.5 shrink-0 text-tone-fg" />
        <span>
          The last {formatCount(failures)} attempts failed. The receiver must answer with a 2xx status within{' '}
          {TIMEOUT_MS / SECOND} seconds.{' '}
          <Link
            href={`/${environment}/events/deliveries?endpoints=${id}&within=week&states=retrying&states=gave_up`}
            prefetch={false}
            className="font-control text-link"
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

export type EndpointAct = 'change' | 'rotate' | 'disable' | 'enable' | 'remove' | 'test'

interface EndpointCardProps {
  environment: string
  endpoint: WebhookEndpoint
  onAct: (act: EndpointAct) => void
}

/** One endpoint: where it is, what it gets, how it is doing, and what can be done with it. */
export function EndpointCard({ environment, endpoint, onAct }: EndpointCardProps) {
  const heading = useId()
  const { id, kind, name, url, event_types, disabled, previous_secret_until } = endpoint
  const Icon = kind === 'inbox' ? Inbox : Webhook
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface shadow-1">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-3.5">
        <Icon className="mt-0.5 size-5 shrink-0 text-ink-3" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={heading} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base">
            {name}
            <EndpointPill endpoint={endpoint} />
          </h2>
          <p translate="no" className="font-mono text-sm break-all text-ink-2">
            {url ?? <span className="font-sans">This console’s own inbox</span>}
          </p>
          <p className="text-ink-3">
            {patternNames(event_types)}
            {previous_secret_until && (
              <>
                {' '}
                · Previous secret works until <DayTime value={previous_secret_until} />
              </>
            )}
          </p>
        </div>
        <span className="flex flex-wrap items-center gap-1.5">
          {kind === 'url' && (
            <Button icon={Send} onPress={() => onAct('test')}>
              Send test event
            </Button>
          )}
          {disabled ? (
            <Button icon={Play} look="primary" onPress={() => onAct('enable')}>
              Enable
            </Button>
          ) : (
            <Button icon={OctagonPause} onPress={() => onAct('disable')}>
              Disable
            </Button>
          )}
          {kind === 'url' && (
            <>
              <IconButton plain icon={Pencil} label={`Edit ${name}`} onPress={() => onAct('change')} />
              <IconButton plain icon={KeyRound} label={`Rotate secret of ${name}`} onPress={() => onAct('rotate')} />
              <IconButton plain icon={Trash2} label={`Remove ${name}`} onPress={() => onAct('remove')} />
            </>
          )}
        </span>
      </div>
      {disabled && (
        <Notice kind="bad" className="mx-4 mt-3">
          {DISABLED_SENTENCES[disabled.reason]} Disabled since <DayTime value={disabled.at} />. New events aren’t queued
          for it.
        </Notice>
      )}
      {!disabled && <FailingNotice environment={environment} endpoint={endpoint} />}
      <Health endpoint={endpoint} />
      <p className="border-t border-line px-4 py-2.5">
        <Link
          href={`/${environment}/events/deliveries?endpoints=${id}`}
          prefetch={false}
          className="font-control text-link"
        >
          View deliveries<span className="sr-only"> to {name}</span>
        </Link>
      </p>
    </section>
  )
}

function Health({ endpoint: { health, failures, open } }: Pick<EndpointCardProps, 'endpoint'>) {
  const { attempts, succeeded, p95_ms, last_success_at } = health
  const figures = [
    ['Success rate', attempts === 0 ? '–' : `${rate(succeeded, attempts)}%`, `of ${countOf(attempts, 'attempt')}`],
    ['95th percentile', p95_ms === null ? '–' : `${formatCount(p95_ms)} ms`, 'response time'],
    [
      'Last success',
      last_success_at ? <TimeStamp key="at" value={last_success_at} /> : 'None',
      last_success_at ? '' : `in ${KEPT_DAYS} days`,
    ],
    ['Failures in a row', formatCount(failures), `limit ${FAILURE_LIMIT}`],
    ['Queued', formatCount(open), 'waiting or retrying'],
  ] as const
  return (
    <dl aria-label="Health in the last 24 hours" className="mt-3.5 flex flex-wrap gap-px border-t border-line bg-line">
      {figures.map(([label, value, note]) => (
        <div key={label} className="flex-1 basis-36 bg-surface px-4 py-2.5">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd>
            <span className="text-lg tabular-nums">{value}</span> <span className="text-xs text-ink-3">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Never 100 while one failed. */
function rate(succeeded: number, attempts: number): string {
  return (Math.floor((succeeded / attempts) * 1000) / 10).toLocaleString('en-US')
}
