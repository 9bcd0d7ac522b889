'use client'
/** The body of an event as it was sent, beside the version whose place it took. Opened on demand: that is on record. */
import { useQuery } from '@tanstack/react-query'
import { Copy, Eye } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { type ReceivedEvent, readEventBody } from '#lib/domains/events/received.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { changedLines, type FoldedLines, type JsonLine, jsonLines } from './json-lines.ts'
import { Workout } from './workout.tsx'

interface BodyViewProps {
  environment: string
  event: ReceivedEvent
}

const WHY_NONE: Readonly<Record<Exclude<ReceivedEvent['body_state'], 'kept'>, string>> = {
  expired: 'The body was removed after the time that bodies are kept.',
  expunged: 'An administrator removed this body.',
  none: 'A duplicate has the body of the message that arrived first.',
}

export function BodyView({ environment, event }: BodyViewProps) {
  const [isOpen, setOpen] = useState(false)
  if (event.body_state !== 'kept') return <p className="text-ink-2">{WHY_NONE[event.body_state]}</p>
  if (isOpen) return <OpenBody environment={environment} event={event} />
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button onPress={() => setOpen(true)}>
        <Eye aria-hidden="true" className="size-4" strokeWidth={1.9} />
        Open body
      </Button>
      <span className="text-xs text-ink-3">{formatCount(event.bytes)} bytes. Opening it is recorded.</span>
    </div>
  )
}

/** Lines that are drawn before somebody asks for all of them. */
const FIRST_LINES = 400

function OpenBody({ environment, event }: BodyViewProps) {
  const input = { params: { environment, event_id: event.id } }
  const { data, error, refetch } = useQuery(consoleQuery(readEventBody, input, {}))
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  const lines = useMemo(() => (data ? jsonLines(data.body, data.replaced_body ?? undefined) : []), [data])
  const isCompared = data !== undefined && data.replaced_body !== null
  const { copied, copy } = useCopy(() => JSON.stringify(data?.body, null, 2), 'Body')
  if (error && !data) return <CardFailure subject="The body" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  const shown = isCompared && !isWhole ? changedLines(lines) : lines
  return (
    <div className="flex flex-col gap-2">
      {event.form === 'workout_stream' && <Workout body={data.body} />}
      <div className="flex flex-wrap items-center gap-2">
        {isCompared && (
          <Button aria-pressed={!isWhole} onPress={() => setWhole(!isWhole)}>
            Only changes
          </Button>
        )}
        <Button look="ghost" onPress={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" strokeWidth={1.8} />
          {copied ? 'Copied' : 'Copy'}
        </Button>
        {isCompared && <span className="text-xs text-ink-3">Compared with the version it replaced.</span>}
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with keys
        tabIndex={0}
        aria-label="Body"
        className="max-h-[480px] overflow-auto rounded-control border border-line bg-sunken py-2 font-mono text-xs"
      >
        <Lines lines={isLong ? shown : shown.slice(0, FIRST_LINES)} />
      </section>
      {shown.length > FIRST_LINES && !isLong && (
        <Button onPress={() => setLong(true)}>Show all {formatCount(shown.length)} lines</Button>
      )}
    </div>
  )
}

const SIGNS = { added: '+', removed: '−', changed: '+' } as const
const MARKED = {
  added: { tone: 'ok', words: 'Added: ' },
  changed: { tone: 'ok', words: 'Now: ' },
  removed: { tone: 'bad', words: 'Before: ' },
} as const
const KINDS = { text: 'text-ink', number: 'text-accent-ink', word: 'text-accent-ink', frame: 'text-ink-2' } as const

function Lines({ lines }: { lines: readonly (JsonLine | FoldedLines)[] }) {
  const { masked } = usePatientData()
  return lines.map((line) => {
    if ('folded' in line) {
      return (
        <p key={line.id} className="bg-hover px-2 text-ink-3">
          {countOf(line.folded, 'unchanged line')}
        </p>
      )
    }
    const { id, depth, name, text, kind, mark } = line
    return (
      <p
        key={id}
        data-tone={mark ? MARKED[mark].tone : undefined}
        className="flex px-2 break-words whitespace-pre-wrap data-tone:bg-tone-soft"
      >
        <span aria-hidden="true" className="w-4 shrink-0 text-tone-fg">
          {mark && SIGNS[mark]}
        </span>
        <span className="min-w-0 break-words" style={{ paddingLeft: `${Math.min(depth, 12)}em` }}>
          {mark && <span className="sr-only">{MARKED[mark].words}</span>}
          <span className="text-ink-2">{name}</span>
          <span className={KINDS[kind]}>{masked && kind !== 'frame' ? MASK : text}</span>
        </span>
      </p>
    )
  })
}
