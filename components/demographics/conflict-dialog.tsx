'use client'
import { useState } from 'react'
import { Heading } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { infoLabel } from './demographics-terms.ts'
import type { Conflict } from './demographics-values.ts'

type Side = 'theirs' | 'mine'

interface ConflictDialogProps {
  conflicts: readonly Conflict[]
  /** The fields for which the other person's values are to stand. */
  onResolve: (theirs: readonly Conflict[]) => void
  onClose: () => void
}

/** Somebody saved while this form was open: for each field, whose value is to stand. */
export function ConflictDialog({ conflicts, onResolve, onClose }: ConflictDialogProps) {
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(
    () => new Map(conflicts.filter((one) => !one.is_contested).map(({ path }) => [path, 'theirs'])),
  )
  const open = conflicts.length - sides.size
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} role="alertdialog" className="max-w-[600px]">
      <div className="border-b border-line p-5 pb-4">
        <Heading slot="title" className="text-lg">
          Somebody changed this meanwhile
        </Heading>
        <p className="mt-1 text-base text-ink-2">
          {countOf(conflicts.length, 'field')} changed in the service since you opened this page. Nothing of yours is
          saved yet. Choose what is to stand.
        </p>
      </div>
      <div className="flex max-h-[min(56vh,480px)] flex-col gap-4 overflow-y-auto p-5">
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.path}
            conflict={conflict}
            side={sides.get(conflict.path)}
            onSide={(side) => setSides(new Map(sides).set(conflict.path, side))}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        {open > 0 && <p className="mr-auto text-ink-2">{countOf(open, 'field')} to choose</p>}
        <Button autoFocus onPress={onClose}>
          Go on editing
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
  side: Side | undefined
  onSide: (side: Side) => void
}

function Choice({ conflict, side, onSide }: ChoiceProps) {
  const { path, label, before, theirs, mine, is_contested } = conflict
  const options = [
    { side: 'theirs', words: 'Theirs', value: theirs },
    { side: 'mine', words: is_contested ? 'Yours' : 'As it was', value: mine },
  ] as const
  return (
    <fieldset>
      <legend className="flex flex-wrap items-baseline gap-x-2 pb-1.5">
        <span className="font-heading">{label}</span>
        {is_contested && (
          <span className="text-xs text-ink-3">
            before: <Value path={path} value={before} label={label} />
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
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none!"
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-3">{option.words}</span>
              <span className="block break-words">
                <Value path={path} value={option.value} label={label} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Value({ path, value, label }: { path: Conflict['path']; value: string; label: string }) {
  if (value === '') return <span className="text-ink-3">nothing recorded</span>
  return <Redact noun={label}>{infoLabel(path, value)}</Redact>
}
