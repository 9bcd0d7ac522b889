'use client'
import { CloudOff, Hourglass, OctagonX, RefreshCw, SearchCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CallFailure } from '#components/connections/import/run/run-port.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import { countOf } from '#lib/utils/text/counts.ts'

const ICONS = { busy: Hourglass, lost: CloudOff, refused: OctagonX } as const

const TITLES: Readonly<Record<CallFailure['kind'], string>> = {
  busy: 'The service asks to wait',
  lost: 'The connection was lost',
  refused: 'The service refused the batch, nothing of it was imported',
}

/** What holds the import up, and what happens next. */
export function RunNotices({ run, provider }: { run: RunState; provider: string }) {
  const { session } = useImportSession()
  const { failure, retry_at } = run
  return (
    <>
      {failure && (
        <Notice kind={failure.kind === 'refused' ? 'bad' : 'warn'} icon={ICONS[failure.kind]} alert>
          <p className="font-heading">{TITLES[failure.kind]}</p>
          <p>
            {failure.detail} {failure.kind === 'lost' && LOST_WORDS}
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <Button onPress={() => session.resume()}>
              <RefreshCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
              Try now
            </Button>
            {retry_at !== null && <Countdown until={retry_at} />}
          </div>
        </Notice>
      )}
      {run.phase === 'resolving' && !failure && (
        <Notice kind="info" icon={SearchCheck}>
          <p role="status">
            Batch {(run.current ?? 0) + 1} got no answer. Its users are looked at to find out whether it arrived; only
            if it did not, it is sent again.
          </p>
        </Notice>
      )}
      {run.batches.map((batch, index) => {
        if (batch.at !== 'undecided') return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a batch is its place
          <Notice key={index} kind="warn" icon={SearchCheck}>
            <p className="font-heading">
              Batch {index + 1} ({countOf(batch.count, 'row')}) got no answer
            </p>
            <p>
              Its users had {providerName(provider)} before, so nothing shows whether it arrived. Sending it again
              replaces their tokens with those of the file, which may be older than what the source has renewed since.
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button onPress={() => session.decide(index, 'arrived')}>Count as imported</Button>
              <Button onPress={() => session.decide(index, 'not_arrived')}>Send it again</Button>
            </div>
          </Notice>
        )
      })}
    </>
  )
}

const LOST_WORDS = 'What was sent without an answer is looked up first, so that nothing is imported twice.'

function Countdown({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - Date.now())
  useEffect(() => {
    const tick = () => setLeft(until - Date.now())
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [until])
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return <span className="text-ink-2">{seconds === 0 ? 'Trying now' : `Tries again in ${seconds} s`}</span>
}
