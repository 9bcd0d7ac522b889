'use client'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useMemo, useRef, useState } from 'react'
import { ComboField, type ComboItem } from '#components/ui/field/combo-field.tsx'
import {
  type CatalogOption,
  type CatalogPickerKind,
  findOptions,
  KIND_LABELS,
  namedExactly,
  readTypedId,
  typedProblem,
} from './catalog-choice.ts'

interface CatalogPickerProps {
  kind: CatalogPickerKind
  label: string
  /** Entries of this kind; null until loaded by `useCatalogue`. */
  options: readonly CatalogOption[] | null
  /** Why they are not there; an id can be pasted all the same. */
  optionsProblem?: string | null
  /** The id: of a lab its integer as text. An id that the catalog does not know is shown as it is. */
  value: string | null
  onChange: (id: string | null) => void
  /** Label of the empty choice, such as “Any lab account”; required without it. */
  anyLabel?: string
  hint?: ReactNode
  autoFocus?: boolean
  /** Problem reported by the form. */
  problem?: string | undefined
}

const SHOWN = 60
const ANY = 'any'

/** A lab, lab test or lab account: found by its name, or given by a pasted id. */
export function CatalogPicker(props: CatalogPickerProps) {
  const {
    kind,
    label,
    options,
    optionsProblem = null,
    value,
    onChange,
    anyLabel,
    hint,
    autoFocus = false,
    problem,
  } = props
  const id = useId()
  /** Null: the box shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  /** Why what was typed last was not taken. */
  const [refused, setRefused] = useState<string | null>(null)
  const selectAll = useSelectAll(typed === null)
  const text = typed ?? ''
  const known = options ?? []
  const shown = value === null ? '' : (known.find((option) => option.id === value)?.name ?? value)
  const hits = useMemo(() => findOptions(options ?? [], text), [options, text])
  const typedId = readTypedId(kind, text)

  const choose = (chosen: string | null) => {
    setTyped(null)
    setRefused(null)
    if (chosen !== value) onChange(chosen)
  }
  const type = (next: string) => {
    // The box says its own text again whenever its list closes.
    if (next === shown) return setTyped(null)
    setRefused(null)
    const pasted = kind === 'lab' ? null : readTypedId(kind, next)
    if (pasted !== null) return choose(pasted)
    setTyped(next)
    if (next === '' && value !== null) onChange(null)
  }
  const meant = typedId ?? namedExactly(known, text)
  const leave = () => {
    if (meant !== null) choose(meant)
    else if (text.trim() !== '') setRefused(typedProblem(kind, text))
    setTyped(null)
  }
  const takeTyped = (event: KeyboardEvent<HTMLDivElement>) => {
    const isPointing = event.target instanceof Element && event.target.hasAttribute('aria-activedescendant')
    if (isPointing) return
    // The box restores its text by itself only after it loses focus.
    if (event.key === 'Tab') leave()
    if (event.key !== 'Enter' || meant === null) return
    event.preventDefault()
    event.stopPropagation()
    choose(meant)
  }

  const more = hits.length - SHOWN
  return (
    <div onKeyDownCapture={takeTyped} {...selectAll}>
      <ComboField
        id={id}
        label={label}
        value={value}
        text={typed ?? shown}
        items={itemsOf({
          kind,
          hits: hits.slice(0, SHOWN),
          known,
          typedId,
          anyLabel: text === '' ? anyLabel : undefined,
        })}
        hint={optionsProblem === null ? hint : `The names didn’t load. ${optionsProblem} Paste an ID.`}
        placeholder={anyLabel ?? (kind === 'lab' ? 'Name or number' : 'Name or pasted ID')}
        more={more > 0 ? `${more} more: type part of the name` : null}
        none={options || text !== '' ? emptyLabel(kind, text) : 'Loading names.'}
        problem={problem ?? refused ?? undefined}
        autoFocus={autoFocus}
        onText={type}
        onChoose={(chosen) => {
          if (chosen === ANY) choose(null)
          // It says the present one again whenever what is typed is dropped.
          else if (chosen === value) setTyped(null)
          else if (chosen !== null) choose(chosen)
        }}
        onOpen={() => setRefused(null)}
        onBlur={leave}
      />
    </div>
  )
}

/** Selects the text, so that typing or pasting replaces the choice even after a click. */
function useSelectAll(isUntouched: boolean) {
  const isFresh = useRef(false)
  const select = ({ target }: SyntheticEvent) => {
    // The box says that it has the focus again when the list beside it changes.
    if (isUntouched && target instanceof HTMLInputElement) target.select()
  }
  return {
    onFocusCapture: (event: SyntheticEvent) => {
      isFresh.current = true
      select(event)
    },
    onClickCapture: (event: SyntheticEvent) => {
      if (isFresh.current) select(event)
      isFresh.current = false
    },
  }
}

interface Listed {
  kind: CatalogPickerKind
  hits: readonly CatalogOption[]
  known: readonly CatalogOption[]
  typedId: string | null
  anyLabel: string | undefined
}

/** Returns the options: the empty choice, matches, and a typed ID without a name here. */
function itemsOf({ kind, hits, known, typedId, anyLabel }: Listed): ComboItem[] {
  const isUnknown = typedId !== null && !known.some(({ id }) => id === typedId)
  return [
    ...(anyLabel ? [{ id: ANY, name: anyLabel, aside: '' }] : []),
    ...hits.map(({ id, name, aside }) => ({ id, name, aside: aside ?? '' })),
    ...(isUnknown
      ? [{ id: typedId, name: `${capital(KIND_LABELS[kind])} ${typedId}`, aside: 'not in the catalog' }]
      : []),
  ]
}

function emptyLabel(kind: CatalogPickerKind, text: string) {
  if (text.trim() !== '') return typedProblem(kind, text)
  return `The catalog has no ${KIND_LABELS[kind]} yet. ${kind === 'lab' ? 'Enter a lab number.' : 'Paste an ID.'}`
}

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
