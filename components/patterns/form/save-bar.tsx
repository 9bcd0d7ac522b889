'use client'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { countOf } from '#lib/utils/text/counts.ts'

interface SaveBarProps {
  /** The names of the fields that differ from what is recorded. */
  changes: readonly string[]
  isSaving: boolean
  /** What is saved: "demographics". */
  noun: string
  onDiscard: () => void
  /** Back to reading; undefined where there is nothing to read. */
  onCancel?: (() => void) | undefined
}

const NAMED = 4

/** What was changed, and the way to keep it or not, always at hand at the foot of the form. */
export function SaveBar({ changes, isSaving, noun, onDiscard, onCancel }: SaveBarProps) {
  const none = changes.length === 0
  const named = changes.slice(0, NAMED).join(', ')
  const more = changes.length - NAMED
  return (
    <div
      data-save-bar=""
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2.5 sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 rail:bottom-0 rail:px-6 print:hidden"
    >
      <p className="mr-auto min-w-0 text-ink-2 max-rail:line-clamp-2">
        {none ? (
          'Nothing changed.'
        ) : (
          <>
            <span className="font-control text-ink">{countOf(changes.length, 'field')} changed:</span> {named}
            {more > 0 && ` and ${more} more`}
          </>
        )}
      </p>
      {none ? onCancel && <Button onPress={onCancel}>Cancel</Button> : <Button onPress={onDiscard}>Discard</Button>}
      <PendingButton type="submit" look="primary" isPending={isSaving} isDisabled={none}>
        Save {noun}
      </PendingButton>
    </div>
  )
}
