'use client'
import { CloudOff } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { failureOf, type RequestFailure } from '#lib/kernel/client/failure.ts'

interface CardFailureProps {
  subject: string
  error: Error | RequestFailure
  onRetry: () => void
}

/** One card that didn't load, beside others that did. */
export function CardFailure({ subject, error, onRetry }: CardFailureProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <CloudOff aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.8} />
      <p className="min-w-0 flex-1 text-ink-2">
        <span>{subject} didn’t load. </span>
        {error instanceof Error ? failureOf(error).detail : error.detail}
      </p>
      <Button onPress={onRetry}>Try again</Button>
    </div>
  )
}
