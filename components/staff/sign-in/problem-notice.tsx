import { CircleCheck, Hourglass } from 'lucide-react'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { formatCountdown } from '#lib/utils/time/durations.ts'

/** Returns when the next try is allowed, in milliseconds since 1970; null where nothing stands against it. */
function lockOf(error: RequestError | null): number | null {
  return error?.status === 429 && error.retry_after_ms !== undefined ? error.at.getTime() + error.retry_after_ms : null
}

/** Returns for how many seconds the form has to wait, counted down. */
export function useLock(error: RequestError | null): number {
  return useSecondsLeft(lockOf(error))
}

interface ProblemNoticeProps {
  error: RequestError | null
  /** Besides what is said at the fields; null for nothing. */
  text: string | null
  /** Seconds, from `useLock`. */
  left: number
}

/** Why it did not work. The count is for the eye; the ear hears the sentence once, and the end of the wait. */
export function ProblemNotice({ error, text, left }: ProblemNoticeProps) {
  if (text === null) return null
  if (lockOf(error) === null) {
    return (
      <Notice kind="bad" alert>
        {text}
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
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        Too many attempts. You can try again in <span className="font-heading">{formatCountdown(left)}</span>.
      </span>
    </Notice>
  )
}
