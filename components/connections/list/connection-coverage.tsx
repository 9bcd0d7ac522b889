'use client'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { GoesOn } from '#components/patterns/states/goes-on.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import {
  checkConnections,
  countDirectorySources,
  type StateCoverage,
} from '#lib/domains/users/directory-connections.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { isChecking } from './use-checked-rows.ts'

interface ConnectionCoverageProps {
  environment: string
  coverage: StateCoverage
}

/** How much is known of the states in the list and how old it is, with a way to have all of it checked again. */
export function ConnectionCoverage({ environment, coverage }: ConnectionCoverageProps) {
  const { oldest_at, last_data_at, problem, retry_at } = coverage
  const { isPending, run } = useCheckAgain(environment)
  const { share, words } = progressOf(coverage)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1 text-xs text-ink-3 rail:px-6 print:hidden">
        <span className="inline-flex items-center gap-2">
          <Ring share={share} />
          <span role="status">{words}</span>
        </span>
        {oldest_at && <Ago words="Oldest check" at={oldest_at} />}
        {last_data_at ? <Ago words="Newest data" at={last_data_at} /> : <span>No data received yet</span>}
        <Button look="ghost" isDisabled={isPending || share < 1} onPress={run}>
          <RefreshCw
            aria-hidden="true"
            className={isPending || isChecking(coverage) ? 'size-4 motion-safe:animate-spin' : 'size-4'}
            strokeWidth={1.9}
          />
          Check all again
        </Button>
      </div>
      {problem && (
        <Note tone="warn" icon={TriangleAlert}>
          <span>States aren’t being checked: {problem} </span>
          {retry_at && <GoesOn at={retry_at} />}
        </Note>
      )}
    </>
  )
}

function progressOf({ users, checked, asked_at, rechecked }: StateCoverage) {
  const done = asked_at === null || checked < users ? checked : rechecked
  const of = countOf(users, 'user with connections', 'users with connections')
  if (done === users) return { share: 1, words: `All ${of} checked` }
  const verb = checked < users ? 'checked' : 'checked again'
  return { share: done / users, words: `${formatCount(done)} of ${of} ${verb}` }
}

function Ago({ words, at }: { words: string; at: string }) {
  const age = useTimeAgo(Date.parse(at))
  return (
    <span>
      {words} {age}
    </span>
  )
}

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 -rotate-90" fill="none" strokeWidth="3.5">
      <circle cx="8" cy="8" r="6" className="stroke-line-2" />
      <circle
        cx="8"
        cy="8"
        r="6"
        data-tone="ok"
        className="stroke-tone-dot"
        pathLength={1}
        strokeDasharray={`${share} 1`}
      />
    </svg>
  )
}

function useCheckAgain(environment: string) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      await consoleRequest(checkConnections, { params: { environment } }, {})
      announce('All connections are being checked again. The list updates by itself.')
      await client.invalidateQueries({ queryKey: ['console', countDirectorySources.name] })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'No check was started.', text: error.message })
    } finally {
      setPending(false)
    }
  }
  return { isPending, run: () => void run() }
}
