/** A list gives `FilterBar` its filters, fields and `onApply`; F adds a filter, Enter and Backspace act on a chip. */
import { ListFilterPlus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { usePrinting, useWallClock } from '#components/ui/display/viewer.tsx'
import { shortId } from '#lib/utils/ids/ids.ts'
import type { FilterExtras, FilterField } from './filter-fields.ts'
import type { FilterSession } from './filter-session.tsx'

const loadSession = () => import('./filter-session.tsx')

interface FilterBarProps<F> {
  /** Rows filtered: "users". */
  noun: string
  filters: F
  fields: readonly FilterField<F>[]
  /** Why such filters find nothing or cannot be asked, in a sentence; null when they can. The list says it too. */
  problem: (filters: F) => string | null
  onApply: (filters: F) => void
  /** Loads the values of the fields and how they are counted, each time the picker opens. */
  loadExtras?: () => Promise<FilterExtras<F>>
  /** A `SearchBox`, before the chips. */
  children?: ReactNode
}

export function FilterBar<F>({ noun, filters, fields, problem, onApply, loadExtras, children }: FilterBarProps<F>) {
  /** The field that the picker begins with; null while it is closed. */
  const [picking, setPicking] = useState<{ first: string; isNew: boolean } | null>(null)
  const [Session, setSession] = useState<typeof FilterSession | null>(null)
  const bar = useRef<HTMLElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [singleKeys] = useSingleKeys()
  const pick = (first = fields[0]?.id ?? '', isNew = false) => {
    setPicking({ first, isNew })
    loadSession().then(
      (part) => setSession(() => part.FilterSession),
      // Code that didn't load is the page's failure.
      (error: unknown) =>
        setSession(() => {
          throw error
        }),
    )
  }
  const clock = useWallClock()
  const pickNew = () => pick(fields.find(({ chip }) => chip(filters, clock) === null)?.id, true)
  useShortcuts([{ strokes: ['f'], label: 'Add filter', group: 'List', run: pickNew }])
  const chips = fields.flatMap((field) => {
    const words = field.chip(filters, clock)
    return words ? [{ field, ...words }] : []
  })
  const remove = (field: FilterField<F>, at: number) => {
    onApply(field.clear(filters))
    announce(`${field.label} filter removed.`)
    // The focus goes on to the next chip, or to what adds one.
    const rest = [...(bar.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
    const next = rest[at + 1] ?? rest[at - 1] ?? add.current
    next?.focus()
  }
  const clear = () => {
    onApply(fields.reduce((rest, field) => field.clear(rest), filters))
    announce('Filters cleared.')
    add.current?.focus()
  }
  return (
    <search
      ref={bar}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2.5 rail:px-6"
    >
      {children}
      {chips.map(({ field, operator, value }, at) => (
        <Chip
          key={field.id}
          field={field.label}
          operator={operator}
          value={value}
          unavailable={field.unavailable ?? null}
          onEdit={() => pick(field.id)}
          onRemove={() => remove(field, at)}
        />
      ))}
      <Button
        icon={ListFilterPlus}
        ref={add}
        aria-haspopup="dialog"
        aria-expanded={picking !== null}
        onHoverStart={() => void loadSession()}
        onPress={pickNew}
        className="border-dashed shadow-none print:hidden"
      >
        <span>Add filter</span>
        {singleKeys && <Kbd>F</Kbd>}
      </Button>
      {chips.length > 0 && (
        <Button look="ghost" onPress={clear} className="text-link print:hidden">
          Clear all
        </Button>
      )}
      {picking && Session && (
        <Session
          key={picking.first}
          noun={noun}
          filters={filters}
          fields={fields}
          problem={problem}
          first={picking.first}
          isNew={picking.isNew}
          trigger={add}
          onApply={(next) => {
            setPicking(null)
            onApply(next)
          }}
          onClose={() => setPicking(null)}
          {...(loadExtras && { loadExtras })}
        />
      )}
    </search>
  )
}

interface ChipProps {
  field: string
  operator: string
  value: string
  unavailable: string | null
  onEdit: () => void
  onRemove: () => void
}

/** An id in any text. */
const IDS = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi

function Chip({ field, operator, value: whole, unavailable, onEdit, onRemove }: ChipProps) {
  const value = usePrinting() ? whole : whole.replace(IDS, shortId)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    onRemove()
  }
  return (
    <span
      className={`inline-flex h-[30px] max-w-full items-stretch divide-x divide-line rounded-control border border-line-2 bg-surface text-sm shadow-1 max-rail:h-10 ${unavailable ? 'border-dashed text-ink-3' : ''}`}
    >
      <button
        type="button"
        data-chip=""
        aria-label={`${field} ${operator} ${value}${unavailable ? ', not applied' : ''}`}
        title={unavailable ?? undefined}
        onClick={onEdit}
        onKeyDown={onKeyDown}
        className="flex min-w-0 items-stretch divide-x divide-line rounded-l-control hover:bg-hover"
      >
        <span className="flex items-center px-2 text-ink-2">{field}</span>
        <span className="flex items-center px-2 text-ink-3">{operator}</span>
        <span className={`flex min-w-0 items-center px-2 font-control ${unavailable ? 'line-through' : ''}`}>
          <span className="max-w-[260px] truncate print:max-w-none">{value}</span>
        </span>
        {unavailable && <span className="flex items-center px-2">not applied</span>}
      </button>
      <button
        type="button"
        aria-label={`Remove filter ${field} ${operator} ${value}`}
        onClick={onRemove}
        className="grid w-7 shrink-0 place-items-center rounded-r-control text-ink-2 hover:bg-hover max-rail:w-10 print:hidden"
      >
        <X className="size-3.5 stroke-2" />
      </button>
    </span>
  )
}
