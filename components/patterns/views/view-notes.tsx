import { Info } from 'lucide-react'
import { Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'

interface ViewNotesProps {
  noun: string
  /** Why the saved views are not known; null where they are, and the address names one that is not there. */
  failure: RequestFailure | null
  onRetry: () => void
  onAll: () => void
}

/** Why what is shown is no saved view, and what to do. */
export function ViewNotes({ noun, failure, onRetry, onAll }: ViewNotesProps) {
  if (failure) {
    return (
      <Note tone="warn" icon={Info} action={<WayOn onPress={onRetry}>Try again</WayOn>}>
        Saved views didn’t load. {failure.detail}
      </Note>
    )
  }
  return (
    <Note tone="warn" icon={Info} action={<WayOn onPress={onAll}>{`Show all ${noun}`}</WayOn>}>
      This view was deleted or isn’t shared with you. The list below is unfiltered by it.
    </Note>
  )
}

function WayOn(props: { onPress: () => void; children: string }) {
  return <Button look="ghost" {...props} className="underline underline-offset-3" />
}
