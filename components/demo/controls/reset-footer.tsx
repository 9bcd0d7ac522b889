'use client'
import { RotateCcw, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import type { Demo } from '#lib/demo/use-demo.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { FailureOf } from './control-group.tsx'
import { useCommand } from './use-command.ts'

/** Takes back what was done in the demo, and gives it back. */
export function ResetFooter({ demo: { control, snapshot } }: { demo: Demo }) {
  const { changes, can_undo } = snapshot
  const { pending, failure, start } = useCommand()
  const reset = useRef<HTMLButtonElement>(null)
  const undo = async () => {
    await control.undoReset()
    // The button goes with what it undid.
    reset.current?.focus()
  }
  return (
    <footer className="shrink-0 border-t border-line bg-surface px-4 py-3 max-rail:pb-[calc(12px+env(safe-area-inset-bottom))]">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <PendingButton
          ref={reset}
          isPending={pending === 'reset'}
          onPress={() => start({ part: 'reset', run: () => control.reset(), done: () => 'Demo reset.' })}
        >
          {pending !== 'reset' && <RotateCcw aria-hidden="true" className="size-4" strokeWidth={1.8} />}
          Reset demo
        </PendingButton>
        <p className="min-w-0 flex-1 text-xs text-ink-3">
          {changes === 0 ? 'No changes yet' : `${countOf(changes, 'change')} since the start`}
        </p>
        {can_undo && (
          <PendingButton
            look="ghost"
            isPending={pending === 'undo'}
            onPress={() => start({ part: 'undo', run: undo, done: () => 'Reset undone.' })}
            className="text-accent-ink"
          >
            {pending !== 'undo' && <Undo2 aria-hidden="true" className="size-4" strokeWidth={1.8} />}
            Undo reset
          </PendingButton>
        )}
      </div>
      <FailureOf failure={failure} parts={['reset', 'undo']} />
    </footer>
  )
}
