import clsx from 'clsx'
import { Fragment } from 'react'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { sentenceCase } from '#lib/utils/text/counts.ts'

interface EventTypeProps {
  type: string
  /** It counts no more: quieter, for a line through letters of one width makes them hard to read. */
  isClosed?: boolean
  /** In a narrow list its beginning gives way, never its end. */
  isShort?: boolean
}

/** The type of an event: its last two parts say what it is, those before are quieter. Lines break between words. */
export function EventType({ type, isClosed = false, isShort = false }: EventTypeProps) {
  const parts = type.split('.')
  const start = parts.slice(0, -2).join('.')
  const words = parts
    .slice(-2)
    .join('.')
    .split(/(?<=[._])/)
  return (
    <Verbatim className={clsx('min-w-0 font-mono text-sm break-words', isClosed && 'text-ink-3')}>
      {start && (
        <span className={clsx('text-ink-3', isShort && '@max-[899px]/list:hidden')}>
          {start}.<wbr />
        </span>
      )}
      {start && isShort && (
        <span aria-hidden="true" className="hidden text-ink-3 @max-[899px]/list:inline">
          …
        </span>
      )}
      <span className={clsx(!isClosed && 'font-control')}>
        {words.map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
          <Fragment key={place}>
            {place > 0 && <wbr />}
            {word}
          </Fragment>
        ))}
      </span>
    </Verbatim>
  )
}

const WORDS: Readonly<Record<string, string>> = { 'labtest.result.critical': 'Critical result' }

/** `Heart rate` for `daily.data.heart_rate.created`, `Order updated` for `labtest.order.updated`; other names stay as they are. */
export function eventWords(type: string): string {
  const [verb = '', noun = '', kind, period] = type.split('.').toReversed()
  if (kind === undefined) return type
  const words = kind === 'data' && verb === 'created' ? sentenceCase(noun) : `${sentenceCase(noun)} ${verb}`
  return WORDS[type] ?? (period === 'historical' ? `${words}, history` : words)
}

/** The type of an event in an agent's words, with the name as the service has it in a tooltip. */
export function EventName({ type, isClosed = false }: Omit<EventTypeProps, 'isShort'>) {
  return (
    <span title={type} className={clsx('min-w-0 break-words', isClosed ? 'text-ink-3' : 'font-control')}>
      {eventWords(type)}
    </span>
  )
}
