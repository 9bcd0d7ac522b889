'use client'
import { CloudOff, Hourglass, OctagonX, RefreshCw, SearchCheck } from 'lucide-react'
import type { CallFailure } from '#components/connections/import/run/call-result.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import { countOf } from '#lib/utils/text/counts.ts'

const LABELS = {
  busy: { icon: Hourglass, title: 'The service asked us to wait' },
  lost: { icon: CloudOff, title: 'The connection was lost' },
  refused: { icon: OctagonX, title: 'The service refused the batch. Nothing in it was imported.' },
} as const

/** Explains why an import is paused and what happens next. */
export function RunNotices({ run, provider }: { run: RunState; provider: string }) {
  const { session } = useImportSession()
  const { failure, batches, current } = run
  return (
    <>
      {failure && <FailureNotice failure={failure} retryAt={run.retryAt} />}
      {run.phase === 'resolving' && !failure && (
        <Notice kind="info" icon={SearchCheck}>
          <p role="status">
            No reply to batch {(current ?? 0) + 1}. Checking whether it arrived before sending it again.
          </p>
        </Notice>
      )}
      {batches.map((batch, index) => {
        if (batch.state !== 'undecided') return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a batch is its place
          <Notice key={index} kind="warn" icon={SearchCheck}>
            <p className="font-heading">
              Batch {index + 1} ({countOf(batch.count, 'row')}) got no reply
            </p>
            <p>
              Its users had {providerName(provider)} before, so we can’t tell whether it arrived. Sending it again
              replaces their tokens with those in the file, which may be older than tokens the source has renewed since.
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button onPress={() => session.decide(index, 'arrived')}>Mark as imported</Button>
              <Button onPress={() => session.decide(index, 'not_arrived')}>Send it again</Button>
            </div>
          </Notice>
        )
      })}
    </>
  )
}

function FailureNotice({ failure: { kind, detail }, retryAt }: { failure: CallFailure; retryAt: number | null }) {
  const { session } = useImportSession()
  const seconds = useSecondsLeft(retryAt)
  const { icon, title } = LABELS[kind]
  return (
    <Notice kind={kind === 'refused' ? 'bad' : 'warn'} icon={icon} alert>
      <p className="font-heading">{title}</p>
      <p>
        {detail} {kind === 'lost' && 'First we check what was sent without a reply, so nothing is imported twice.'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button onPress={() => session.resume()}>
          <Icon of={RefreshCw} />
          Try now
        </Button>
        {retryAt !== null && (
          <span className="text-ink-2">{seconds === 0 ? 'Trying now' : `Retrying in ${seconds} s`}</span>
        )}
      </div>
    </Notice>
  )
}
