'use client'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { ACCOUNT, type FieldLabels, OTHER, type PickerField, type Shown, TEST } from './picker-fields.ts'

const loadPickers = () => import('./lab-test-pickers.tsx')
const TestPickers = lazy(() => loadPickers().then((part) => ({ default: part.TestPickers })))

/** Stand-ins that look like the pickers, whose code loads on first use. */
export function PickerBoxes(props: Omit<Shown, 'fields'>) {
  const [first, setFirst] = useState<PickerField | null>(null)
  const fields = props.search.lab_test ? [TEST, ACCOUNT, OTHER] : [TEST, ACCOUNT]
  const boxes = fields.map((words) => (
    <Box key={words.field} {...words} {...props} onOpen={() => setFirst(words.field)} />
  ))
  return (
    <section
      aria-label="What to show"
      className="grid grid-cols-2 items-start gap-3 border-b border-line bg-surface px-4 py-3 max-rail:[&>:first-child]:col-span-2 max-rail:[&>:nth-child(2):last-child]:col-span-2 rail:grid-cols-3 rail:px-6 print:hidden"
    >
      {first === null ? (
        boxes
      ) : (
        <Suspense fallback={boxes}>
          <TestPickers {...props} fields={fields} first={first} />
        </Suspense>
      )}
    </section>
  )
}

interface BoxProps extends FieldLabels, Omit<Shown, 'fields' | 'onChange'> {
  onOpen: () => void
}

function Box({ field, label, any, search, catalog, onOpen }: BoxProps) {
  const id = useId()
  const chosen = search[field]
  const kind = field === 'lab_account' ? 'lab_account' : 'lab_test'
  const name = chosen && (catalog.nameOf(kind, chosen) ?? chosen)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-control text-ink-2">
        {label}
      </span>
      <button
        type="button"
        aria-labelledby={`${id} ${id}-value`}
        aria-haspopup="listbox"
        onPointerEnter={() => void loadPickers()}
        onFocus={() => void loadPickers()}
        onClick={onOpen}
        onKeyDown={({ key }) => key === 'ArrowDown' && onOpen()}
        className={`${boxStyle} flex h-8 items-center justify-between gap-2 pr-2 pl-2.5 text-left text-sm max-rail:h-11 max-rail:text-lg`}
      >
        <span id={`${id}-value`} className={name ? 'truncate' : 'truncate text-ink-3'}>
          {name ?? any ?? 'Name or pasted ID'}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.9} />
      </button>
    </div>
  )
}
