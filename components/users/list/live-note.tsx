import { DatabaseZap } from 'lucide-react'
import { readingLabel } from '#components/patterns/states/freshness.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import type { DirectoryState } from '#lib/domains/users/directory.ts'

interface LiveNoteProps {
  /** Null where the directory could not be asked. */
  state: DirectoryState | null
  /** Why the directory did not answer. */
  why: string | null
}

/** The rows come from the service and not from the directory. */
export function LiveNote({ state, why }: LiveNoteProps) {
  const progress = state?.crawl ? `, ${readingLabel(state.crawl)}` : ''
  const said = why ? `The user directory isn’t available: ${why}` : `The user directory is still loading${progress}.`
  const waits = state?.users ? 'export waits' : 'search, filters and export wait'
  return (
    <Note tone="move" icon={DatabaseZap}>
      {said} This is the live list. You can page through it, but {waits} for the directory.
    </Note>
  )
}
