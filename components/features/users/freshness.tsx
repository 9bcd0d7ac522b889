'use client'
import { DatabaseZap, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Note } from '#components/shared/states.tsx'
import { announce } from '#components/ui/announcer.tsx'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast.tsx'
import { useRelativeTime } from '#components/ui/viewer.tsx'
import { RequestError } from '#lib/client/errors.ts'
import type { DirectoryState } from '#lib/contract/console/directory.ts'
import { countOf, formatCount } from '#lib/utils/counts.ts'
import { useRefreshDirectory } from './use-users.ts'

interface FreshnessProps {
  environment: string
  state: DirectoryState
}

/** How old the directory is, how far a reading has come, and a way to have it read again. */
export function Freshness({ environment, state }: FreshnessProps) {
  const { users, complete_at, crawl, retry_at } = state
  const refresh = useRefresh(environment)
  const isReading = crawl !== null && retry_at === null
  return (
    <>
      <span className="text-xs text-ink-3">
        {complete_at === null ? `${countOf(users, 'user')} read so far` : <Age users={users} at={complete_at} />}
        {crawl && complete_at !== null && `, reading again: ${progressWords(crawl)}`}
      </span>
      <Button isDisabled={isReading || refresh.isPending} onPress={refresh.run} look="ghost">
        <RefreshCw
          aria-hidden="true"
          className={isReading ? 'size-4 motion-safe:animate-spin' : 'size-4'}
          strokeWidth={1.9}
        />
        {isReading ? 'Reading' : 'Refresh'}
      </Button>
    </>
  )
}

function Age({ users, at }: { users: number; at: string }) {
  const age = useRelativeTime(Date.parse(at))
  return `Directory of ${countOf(users, 'user')}, read ${age === 'now' ? 'just now' : `${age} ago`}`
}

function progressWords({ read, total }: NonNullable<DirectoryState['crawl']>) {
  return total === null ? formatCount(read) : `${formatCount(read)} of ${formatCount(total)}`
}

interface DirectoryNotesProps extends Omit<FreshnessProps, 'state'> {
  /** Null where the directory could not be asked. */
  state: DirectoryState | null
  /** The rows come from the service and not from the directory. */
  isLive: boolean
  /** Why the directory did not answer. */
  why: string | null
}

/** What stands between the reader and the whole truth: a first reading, one that broke off, no directory at all. */
export function DirectoryNotes({ environment, state, isLive, why }: DirectoryNotesProps) {
  const refresh = useRefresh(environment)
  return (
    <>
      {isLive && <LiveNote state={state} why={why} />}
      {state?.crawl && state.complete_at === null && !isLive && (
        <Note tone="warn" icon={DatabaseZap}>
          The list of users is being read for the first time, {progressWords(state.crawl)}: only those are searched.
        </Note>
      )}
      {state?.problem && (
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

function LiveNote({ state, why }: Pick<DirectoryNotesProps, 'state' | 'why'>) {
  const progress = state?.crawl ? `, ${progressWords(state.crawl)}` : ''
  const said = why
    ? `The user directory did not answer: ${why}`
    : `The directory has not read the whole list of users yet${progress}.`
  const waits = state?.users ? 'export waits' : 'search, filters and export wait'
  return (
    <Note tone="move" icon={DatabaseZap}>
      {said} This is the live list: it can be paged, but {waits} for the directory.
    </Note>
  )
}

function GoesOn({ at }: { at: string }) {
  const when = useRelativeTime(Date.parse(at))
  return <>It goes on {when.startsWith('in ') ? when : 'within a minute'}.</>
}

function useRefresh(environment: string) {
  const refresh = useRefreshDirectory(environment)
  const [isPending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      await refresh()
      announce('The list of users is being read again.')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'Not refreshed.', text: error.message })
    } finally {
      setPending(false)
    }
  }
  return { isPending, run: () => void run() }
}
