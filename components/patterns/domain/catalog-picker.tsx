import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useMemo, useRef, useState } from 'react'
import { ComboField, type ComboItem } from '#components/ui/field/combo-field.tsx'
import { readPastedIds, uuidProblem } from '#lib/utils/ids/ids.ts'
import { compactKey, isNamedLike, plainSigns, searchKey } from '#lib/utils/text/typed-text.ts'

type CatalogPickerKind = 'lab' | 'lab_test' | 'lab_account'

export interface CatalogOption {
  /** Integer as text for a lab; lowercase UUID for lab tests and accounts. */
  id: string
  name: string
  /** Detail that separates equal names: the lab, or a short ID. */
  aside?: string
}

/** Accepts typed lab IDs; lab tests and accounts have UUIDs. */
const LAB_ID = /^\D{0,20}?0*(\d{1,10})\D{0,3}$/
const LAB_ID_MAX = 2_147_483_647

const KIND_LABELS: Readonly<Record<CatalogPickerKind, string>> = {
  lab: 'lab',
  lab_test: 'lab test',
  lab_account: 'lab account',
}

/** The one id within quotes, brackets or words; null where there is none, or where there are several. */
export function readTypedId(kind: CatalogPickerKind, text: string): string | null {
  if (kind === 'lab') {
    const digits = LAB_ID.exec(plainSigns(text))?.[1]
    return digits !== undefined && Number(digits) <= LAB_ID_MAX ? String(Number(digits)) : null
  }
  const { ids, malformed } = readPastedIds(text)
  return ids.length === 1 && malformed.length === 0 ? (ids[0] ?? null) : null
}

/** By name or id, however they are spelled; those that begin with the text come first. */
export function findOptions(options: readonly CatalogOption[], text: string): readonly CatalogOption[] {
  if (plainSigns(text) === '') return options
  const [name, id] = [searchKey(text), compactKey(text)]
  const hits = options.filter((one) => isNamedLike([one.name], text) || (id !== '' && compactKey(one.id).includes(id)))
  const isFirst = (one: CatalogOption) => searchKey(one.name).startsWith(name) || compactKey(one.id).startsWith(id)
  return [...hits.filter(isFirst), ...hits.filter((hit) => !isFirst(hit))]
}

/** The id of the one option of this name, however it is spelled; null where there is none, or several. */
function namedExactly(options: readonly CatalogOption[], text: string): string | null {
  const wanted = searchKey(text)
  const [one, other] = options.filter(({ name }) => wanted !== '' && searchKey(name) === wanted)
  return one && !other ? one.id : null
}

/** Why a text is neither a name nor an id, in a sentence. */
export function typedProblem(kind: CatalogPickerKind, text: string): string {
  const noun = KIND_LABELS[kind]
  const word = text.trim()
  if (kind === 'lab') {
    if (/^\d+$/.test(word)) return `Lab IDs are whole numbers up to ${LAB_ID_MAX}.`
    return 'No lab has this name. Choose one from the list, or enter a lab number.'
  }
  const { ids, malformed } = readPastedIds(word)
  if (ids.length > 1) return `You pasted ${ids.length} IDs. Paste one.`
  const looksLikeId = malformed.length === 1 && malformed[0] !== undefined && /^[0-9a-f-]{12,}$/i.test(malformed[0])
  if (looksLikeId && malformed[0]) return `This isn’t a valid ${noun} ID: ${uuidProblem(malformed[0])}`
  return `No ${noun} has this name. Choose one from the list, or paste a ${noun} ID.`
}

interface CatalogPickerProps {
  kind: CatalogPickerKind
  label: string
  /** Entries of this kind; null until loaded by `useCatalogEntries`. */
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
