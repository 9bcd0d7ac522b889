'use client'
import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useCopy } from '#components/ui/copyable-id.tsx'
import { useSecondsLeft } from '#components/ui/countdown.tsx'
import { formatCountdown } from '#lib/utils/countdown.ts'

const SHOWN_FOR = 30_000
const DOTS = '•'.repeat(16)

interface SecretFieldProps {
  /** "One-time link" */
  label: string
  value: string
}

/** A value that opens a door: dots and its end, until asked for; copying needs no showing. */
export function SecretField({ label, value }: SecretFieldProps) {
  const [until, setUntil] = useState<number | null>(null)
  const left = useSecondsLeft(until)
  const { copied, copy } = useCopy(value, label)
  const id = useId()
  const shown = until !== null && left > 0
  useEffect(() => {
    if (until !== null && left === 0) setUntil(null)
  }, [until, left])
  return (
    <div>
      <p id={id} className="pb-1.5 text-sm font-control text-ink-2">
        {label}
        {shown && <span className="font-text text-ink-3"> hides in {formatCountdown(left)}</span>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would read its legend before every button */}
      <div
        role="group"
        aria-labelledby={id}
        className="flex items-center gap-1 rounded-control border border-control bg-sunken py-1 pr-1 pl-2.5"
      >
        <span className="min-w-0 flex-1 font-mono text-sm">
          {shown ? (
            <span className="block max-h-16 overflow-y-auto break-all select-all">{value}</span>
          ) : (
            <span className="flex text-ink-2">
              <span className="sr-only">Hidden, ends in </span>
              <span aria-hidden="true" className="overflow-hidden">
                {DOTS}
              </span>
              {value.slice(-4)}
            </span>
          )}
        </span>
        <Button
          look="ghost"
          className="h-7!"
          onPress={() => setUntil(shown ? null : Date.now() + SHOWN_FOR)}
          aria-pressed={shown}
        >
          {shown ? (
            <EyeOff aria-hidden="true" className="size-4" strokeWidth={1.8} />
          ) : (
            <Eye aria-hidden="true" className="size-4" strokeWidth={1.8} />
          )}
          {shown ? 'Hide' : 'Show'}
        </Button>
        <Button className="h-7!" onPress={() => void copy()}>
          {copied ? (
            <Check aria-hidden="true" className="size-4" strokeWidth={2} />
          ) : (
            <Copy aria-hidden="true" className="size-4" strokeWidth={1.8} />
          )}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}
