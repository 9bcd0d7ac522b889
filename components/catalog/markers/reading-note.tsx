import { CirclePause, FlaskConicalOff, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { Reading } from './use-markers.ts'

/** How far the reading is, where it is not simply done. `of` says of which test, where there are two. */
export function ReadingNote(props: { reading: Reading; of?: string }) {
  const { unreadable } = props.reading
  return (
    <>
      <UnreadableNote
        noun={`A marker${props.of ?? ''}`}
        unreadable={unreadable}
        className="border-b border-line px-4 rail:px-6"
      />
      <Progress {...props} />
    </>
  )
}

function Progress({ reading, of = '' }: { reading: Reading; of?: string }) {
  const { markers, total, phase, failure, isFetching, stop, resume } = reading
  const read =
    total === null ? countOf(markers.length, 'marker') : `${formatCount(markers.length)} of ${countOf(total, 'marker')}`
  if (phase === 'reading') {
    return (
      // No live region: it would be read aloud at every page.
      <div className="flex items-center gap-3 border-b border-line bg-surface px-4 py-2 rail:px-6 print:hidden">
        <LoaderCircle className="shrink-0 text-ink-3 motion-safe:animate-spin" />
        <p className="whitespace-nowrap">
          Read {read}
          {of}
        </p>
        <progress
          aria-label={`Markers read${of}`}
          {...(total !== null && { value: markers.length, max: Math.max(total, markers.length) })}
          className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full accent-accent"
        />
        <Button onPress={stop}>Stop</Button>
      </div>
    )
  }
  if (phase === 'stopped') {
    return (
      <Note tone="place" icon={CirclePause} action={<Button onPress={resume}>Load the rest</Button>}>
        Stopped after {read}
        {of}. Search, exports and comparison include only those.
      </Note>
    )
  }
  if (phase === 'broken') {
    return (
      <Note
        tone="warn"
        icon={TriangleAlert}
        action={
          <Button isPending={isFetching} onPress={resume}>
            Try again from marker {formatCount(markers.length + 1)}
          </Button>
        }
      >
        Only {read}
        {of} came. {failure?.detail} Search, exports and comparison include only those.
      </Note>
    )
  }
  if (phase === 'whole' && total !== null && total !== markers.length) {
    return (
      <Note tone="warn" icon={Info}>
        The service counted {countOf(total, 'marker')}
        {of} and sent {formatCount(markers.length)}.
      </Note>
    )
  }
  return null
}

export interface AccountChoice {
  /** The account that is asked for, by its name, or its id where it has none here; null for any. */
  account: string | null
  onAnyAccount: () => void
}

const MARK = <FlaskConicalOff className="size-5" />

/** A test that is there and measures nothing, as far as the account goes. */
export function NoMarkers({ account, onAnyAccount }: AccountChoice) {
  if (account === null) {
    return (
      <EmptyState mark={MARK} title="This lab test has no markers">
        The service lists none. If that’s wrong, ask whoever set up the test.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      mark={MARK}
      title="Not available to this lab account"
      action={<Button onPress={onAnyAccount}>Show it for any account</Button>}
    >
      For {account} the service lists none of its markers. Another account may have them.
    </EmptyState>
  )
}

interface NotReadProps extends AccountChoice {
  reading: Reading
  failure: RequestFailure
  /** The tests of a comparison that are unknown: two IDs are in sight there. */
  sides?: readonly { letter: string; id: string }[]
  action?: ReactNode
}

/** Asks for another lab test when the ID is unknown. */
export function NotRead({ reading, failure, account, onAnyAccount, sides = [], action }: NotReadProps) {
  if (failure.status !== 404) {
    return <ErrorPanel subject="Markers" failure={failure} isRetrying={reading.isFetching} onRetry={reading.resume} />
  }
  return (
    <EmptyState
      mark={MARK}
      title={notFoundTitle(sides, account !== null)}
      {...((account !== null || action) && {
        action: (
          <span className="flex flex-wrap justify-center gap-2">
            {account !== null && <Button onPress={onAnyAccount}>Search without the account</Button>}
            {action}
          </span>
        ),
      })}
    >
      The service doesn’t know {sides.length > 1 ? 'these IDs' : 'this ID'}. Check that you’re in the right environment,
      or {sides.length > 0 ? 'change the tests' : 'choose another test'} above.
    </EmptyState>
  )
}

function notFoundTitle(sides: readonly { letter: string; id: string }[], hasAccount: boolean): string {
  if (sides.length === 0) return hasAccount ? 'Lab test or lab account not found' : 'Lab test not found'
  const tests = sides.map(({ letter, id }) => `${letter}, lab test ${shortId(id)},`).join(' and ')
  if (hasAccount) return `${tests} or the lab account was not found`
  return `${tests} ${sides.length === 1 ? 'was' : 'were'} not found`
}
