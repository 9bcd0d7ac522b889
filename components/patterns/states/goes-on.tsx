'use client'
import { useRelativeTime } from '#components/ui/display/viewer.tsx'

/** When something that was interrupted continues by itself. */
export function GoesOn({ at }: { at: string }) {
  const when = useRelativeTime(Date.parse(at))
  return <span>{`It continues ${when.startsWith('in ') ? when : 'within a minute'}.`}</span>
}
