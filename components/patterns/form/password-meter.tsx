'use client'
import { Meter } from 'react-aria-components'

const WORDS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
const TONES = ['bad', 'bad', 'warn', 'ok', 'ok'] as const
const BARS = [1, 2, 3, 4] as const

/** How hard a password is to guess, from 0 to 4; null while nothing can be said. As tall either way. */
export function PasswordMeter({ score }: { score: number | null }) {
  const word = score === null ? null : (WORDS[score] ?? null)
  return (
    <Meter
      aria-label="Password strength"
      minValue={0}
      maxValue={4}
      value={score ?? 0}
      valueLabel={word ?? 'No feedback yet'}
      data-tone={TONES[score ?? 0]}
      className="flex h-5 items-center gap-2 text-sm"
    >
      <span aria-hidden="true" className="flex flex-1 gap-1">
        {BARS.map((bar) => (
          <span
            key={bar}
            data-on={score !== null && score >= bar}
            className="h-1.5 flex-1 rounded-full bg-line-2 data-[on=true]:bg-tone-fg"
          />
        ))}
      </span>
      <span className="w-20 text-ink-2">{word}</span>
    </Meter>
  )
}
