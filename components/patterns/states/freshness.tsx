import { DatabaseZap, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useRelativeTime, useTimeAgo } from '#components/ui/display/viewer.tsx'
import type { DirectoryState } from '#lib/domains/users/directory.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { Note } from './states.tsx'

interface FreshnessProps {
  state: DirectoryState
  /** Returns why it could not be asked for, in words; null when it is under way. */
  onRefresh: () => Promise<string | null>
}

/** How old the directory is, how far a reading has come, and a way to have it read again. */
export function Freshness({ state, onRefresh }: FreshnessProps) {
  const { users, complete_at, crawl, retry_at } = state
  const refresh = useRefresh(onRefresh)
  const isReading = crawl !== null && retry_at === null
  return (
    <>
      <span className="text-xs text-ink-3">
        {complete_at === null ? `${countOf(users, 'user')} loaded so far` : <Age users={users} at={complete_at} />}
        {crawl && complete_at !== null && `, refreshing: ${readingLabel(crawl)}`}
      </span>
      <Button isDisabled={isReading || refresh.isPending} onPress={refresh.run} look="ghost">
        <RefreshCw className={isReading ? 'size-4 motion-safe:animate-spin' : 'size-4'} />
        {isReading ? 'Refreshing' : 'Refresh'}
      </Button>
    </>
  )
}

function Age({ users, at }: { users: number; at: string }) {
  const age = useTimeAgo(Date.parse(at))
  return `Directory of ${countOf(users, 'user')}, updated ${age}`
}

/** `12,000 of 40,000` */
export function readingLabel({ read, total }: NonNullable<DirectoryState['crawl']>) {
  return total === null ? formatCount(read) : `${formatCount(read)} of ${formatCount(total)}`
}

/** Explains why rows may be incomplete; `partly` says what a first crawl means for them, null for nothing. */
export function DirectoryNotes({ state, onRefresh, partly }: FreshnessProps & { partly: string | null }) {
  const refresh = useRefresh(onRefresh)
  return (
    <>
      {partly && state.crawl && state.complete_at === null && (
        <Note tone="warn" icon={DatabaseZap}>
          The user directory is loading for the first time, {readingLabel(state.crawl)}: {partly}.
        </Note>
      )}
      {state.problem && (
        <Note
          tone="warn"
          icon={TriangleAlert}
          action={
            <Button look="ghost" isDisabled={refresh.isPending} onPress={refresh.run}>
              Try now
            </Button>
          }
        >
          {state.problem} {state.retry_at && <GoesOn at={state.retry_at} />}
        </Note>
      )}
    </>
  )
}

function useRefresh(onRefresh: () => Promise<string | null>) {
  const [isPending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      const why = await onRefresh()
      if (why === null) announce('The user directory is being refreshed.')
      else toast({ kind: 'failed', title: 'The directory wasn’t refreshed.', text: why })
    } finally {
      setPending(false)
    }
  }
  return { isPending, run: () => void run() }
}

/** When something that was interrupted continues by itself. */
export function GoesOn({ at }: { at: string }) {
  const when = useRelativeTime(Date.parse(at))
  return <span>{`It continues ${when.startsWith('in ') ? when : 'within a minute'}.`}</span>
}

/** Says that the names of some rows aren't known, and why. */
export function NamesNote({ problem }: { problem: string | null }) {
  if (problem === null) return null
  return (
    <Note tone="warn" icon={DatabaseZap}>
      {problem}
    </Note>
  )
}
