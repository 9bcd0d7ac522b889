'use client'
import { Check, Copy } from 'lucide-react'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { cutAt } from './find-markers.ts'

/** A text in which the words of the search stand out. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const pieces = cutAt(text, words)
  const begins = pieces.map((_, at) => pieces.slice(0, at).join('').length)
  return pieces.map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <mark key={begins[at]} className="rounded-[3px] bg-accent-soft text-accent-ink">
        {piece}
      </mark>
    ),
  )
}

interface CodeProps {
  code: string
  /** "LOINC code" */
  noun: string
  words?: readonly string[]
  /** It is what C copies of its row. */
  isRowId?: boolean
}

const NO_WORDS: readonly string[] = []

/** A code, whole, with a button that copies it. */
export function Code({ code, noun, words = NO_WORDS, isRowId = false }: CodeProps) {
  const { copied, copy } = useCopy(code, noun)
  const tabIndex = useTabIndex()
  const Icon = copied ? Check : Copy
  return (
    <span translate="no" className="id-text">
      <span>
        <Marked text={code} words={words} />
      </span>
      <button
        type="button"
        tabIndex={tabIndex}
        onClick={() => void copy()}
        aria-label={`Copy ${noun} ${code}`}
        className="id-copy"
        data-tone={copied ? 'ok' : undefined}
        data-copied={copied || undefined}
        {...(isRowId && { 'data-copy': '' })}
      >
        <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.8} />
      </button>
    </span>
  )
}
