'use client'
import { CircleCheck, Hourglass } from 'lucide-react'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { formatCountdown } from '#lib/utils/time/countdown.ts'
import type { Problem } from './use-attempt.ts'

/** Whether the form has to wait, counted down. */
export function useLock(problem: Problem | null): number {
  return useSecondsLeft(problem?.locked_until ?? null)
}

/** Why it did not work. The count is for the eye; the ear hears the sentence once, and the end of the wait. */
export function ProblemNotice({ problem, left }: { problem: Problem | null; left: number }) {
  if (!problem) return null
  if (problem.locked_until === null) {
    return (
      <Notice kind="bad" alert>
        {problem.text}
      </Notice>
    )
  }
  if (left === 0) {
    return (
      <Notice kind="info" icon={CircleCheck} alert>
        You can try again now.
      </Notice>
    )
  }
  return (
    <Notice kind="warn" icon={Hourglass} alert>
      <span className="sr-only">{problem.text}</span>
      <span aria-hidden="true">
        Too many tries. You can try again in <span className="font-heading">{formatCountdown(left)}</span>.
      </span>
    </Notice>
  )
}
