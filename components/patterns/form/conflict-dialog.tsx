import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { countOf } from '#lib/utils/text/counts.ts'

type Side = 'theirs' | 'mine'

/** A field that someone else changed while a form was open, and that holds something else in the form. */
export interface Conflict<P extends string = string> {
  path: P
  label: string
  /** Empty where nothing is recorded, like the other two. */
  before: string
  theirs: string
  mine: string
  /** Whether it was changed in the form too; otherwise there is nothing to lose in taking theirs. */
  is_contested: boolean
}

interface ConflictDialogProps<P extends string> {
  conflicts: readonly Conflict<P>[]
  /** Returns a value of a field as people read it, masked where it has to be. */
  render: (field: Conflict<P>, value: string) => ReactNode
  /** The fields for which the other person's values are to stand. */
  onResolve: (theirs: readonly Conflict<P>[]) => void
  onClose: () => void
}

/** Someone else saved while a form was open: asks for each field which value to keep. */
export function ConflictDialog<P extends string>({ conflicts, render, onResolve, onClose }: ConflictDialogProps<P>) {
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(
    () => new Map(conflicts.filter((one) => !one.is_contested).map(({ path }) => [path, 'theirs'])),
  )
  const open = conflicts.length - sides.size
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} role="alertdialog" className="max-w-[600px]">
      <div className="border-b border-line p-5 pb-4">
        <DialogTitle>Someone else changed this</DialogTitle>
        <p className="mt-1 text-base text-ink-2">
          {countOf(conflicts.length, 'field')} changed in the service since you opened this page. Your changes aren’t
          saved yet. Choose which values to keep.
        </p>
      </div>
      <div className="flex max-h-[min(56vh,480px)] flex-col gap-4 overflow-y-auto p-5">
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.path}
            conflict={conflict}
            render={(value) => render(conflict, value)}
            side={sides.get(conflict.path)}
            onSide={(side) => setSides(new Map(sides).set(conflict.path, side))}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        {open > 0 && <p className="mr-auto text-ink-2">{countOf(open, 'field')} to choose</p>}
        <Button autoFocus onPress={onClose}>
          Keep editing
        </Button>
        <Button
          look="primary"
          isDisabled={open > 0}
          onPress={() => onResolve(conflicts.filter(({ path }) => sides.get(path) === 'theirs'))}
        >
          Save with these choices
        </Button>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  conflict: Conflict
  render: (value: string) => ReactNode
  side: Side | undefined
  onSide: (side: Side) => void
}

function Choice({ conflict, render, side, onSide }: ChoiceProps) {
  const { path, label, before, theirs, mine, is_contested } = conflict
  const options = [
    { side: 'theirs', words: 'Theirs', value: theirs },
    { side: 'mine', words: is_contested ? 'Yours' : 'Before', value: mine },
  ] as const
  return (
    <fieldset>
      <legend className="flex flex-wrap items-baseline gap-x-2 pb-1.5">
        <span className="font-heading">{label}</span>
        {is_contested && (
          <span className="text-xs text-ink-3">
            before: <Value value={before} render={render} />
          </span>
        )}
      </legend>
      <div className="grid gap-2 rail:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.side}
            className="flex cursor-pointer items-start gap-2.5 rounded-control border border-line-2 bg-surface px-3 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={path}
              checked={side === option.side}
              onChange={() => onSide(option.side)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-3">{option.words}</span>{' '}
              <span className="block break-words">
                <Value value={option.value} render={render} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Value({ value, render }: { value: string; render: (value: string) => ReactNode }) {
  if (value === '') return <span className="text-ink-3">empty</span>
  return render(value)
}
