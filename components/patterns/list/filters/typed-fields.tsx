/** Filters by kind of value: some of a list, one of a list, an ID, names separated by commas. */
import { toggled } from '#components/patterns/list/define-list.ts'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Check } from '#components/ui/field/check.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { uuid } from '#lib/kernel/fields.ts'
import { useChoiceCount } from './count-chips.tsx'
import { choiceId, type FilterField, someLabel } from './filter-fields.ts'

interface FieldOf<K extends string> extends Pick<FilterField<unknown>, 'id' | 'label' | 'icon'> {
  /** Key of the list's filters. */
  name: K
}

interface ManyOf<K extends string, V extends string> extends FieldOf<K> {
  noun: string
  /** Values in their order. */
  options?: readonly Option<V>[]
  /** Instead of `options`, where they and their counts change while the editor is open. */
  useOptions?: () => readonly Option<V>[]
}

interface Option<V> {
  value: V
  text: string
  note?: string
  count?: number | null
}

export const STATE = { id: 'state', label: 'State', icon: 'state', noun: 'states' } as const

/** Returns the filter of values from a list; any of them counts. */
export function manyOf<K extends string, V extends string, F extends Readonly<Record<K, readonly V[]>>>({
  name,
  noun,
  options: fixed = [],
  useOptions = () => fixed,
  ...field
}: ManyOf<K, V>): FilterField<F> {
  return {
    ...field,
    chip: (filters) =>
      someLabel(
        filters[name].map((value) => fixed.find((one) => one.value === value)?.text ?? value),
        noun,
      ),
    clear: (filters) => ({ ...filters, [name]: [] }),
    Editor({ draft, onChange }) {
      const countOf = useChoiceCount()
      const known = useOptions()
      const absent = draft[name].filter((one) => !known.some(({ value }) => value === one))
      const options = [...known, ...absent.map((value) => ({ value, text: value, note: undefined, count: null }))]
      return (
        <fieldset className="flex max-h-80 flex-col gap-2 overflow-y-auto">
          <legend className="mb-2 text-ink-3">With any of these {noun}:</legend>
          {options.map(({ value, text, note, count }) => (
            <Check
              key={value}
              checked={draft[name].includes(value)}
              count={countOf(choiceId(value), count)}
              onChange={() => onChange({ ...draft, [name]: toggled(draft[name], value) })}
            >
              {text}
              {note && <span className="block text-xs text-ink-3">{note}</span>}
            </Check>
          ))}
          {options.length === 0 && <p className="text-ink-3">None in this period.</p>}
        </fieldset>
      )
    },
  }
}

interface BoxText {
  box: string
  hint: string
}

type TypedField<K extends string> = FieldOf<K> & BoxText

/** Returns the filter of one user, order or the like. */
export function idField<K extends string, F extends Readonly<Record<K, string | null>>>({
  name,
  box,
  hint,
  ...field
}: TypedField<K>): FilterField<F> {
  const set = (filters: F, id: string | null): F => ({ ...filters, [name]: id })
  return {
    ...field,
    chip: ({ [name]: id }) => (id === null ? null : { operator: 'is', value: id }),
    clear: (filters) => set(filters, null),
    Editor: boxEditor(
      { box, hint },
      (filters) => filters[name] ?? '',
      (filters, text) => set(filters, uuid.safeParse(text.trim()).data ?? null),
    ),
  }
}

type NamesField<K extends string> = TypedField<K> & {
  noun: string
  nameOf?: (value: string) => string
}

/** Returns the filter of values without a list to choose them from; any of them counts. */
export function namesField<K extends string, F extends Readonly<Record<K, readonly string[]>>>({
  name,
  box,
  hint,
  noun,
  nameOf = (value) => value,
  ...field
}: NamesField<K>): FilterField<F> {
  const set = (filters: F, names: readonly string[]): F => ({ ...filters, [name]: names })
  return {
    ...field,
    chip: (filters) => someLabel(filters[name].map(nameOf), noun),
    clear: (filters) => set(filters, []),
    Editor: boxEditor(
      { box, hint },
      (filters) => filters[name].join(', '),
      (filters, text) => {
        const names = text.split(',').map((one) => one.trim())
        return set(filters, names.filter(Boolean))
      },
    ),
  }
}

function boxEditor<F>(
  { box, hint }: BoxText,
  read: (filters: F) => string,
  write: (filters: F, text: string) => F,
): FilterField<F>['Editor'] {
  return ({ draft, onChange }) => (
    <label className="flex flex-col gap-1.5">
      <span className={labelStyle}>{box}</span>
      <input
        type="text"
        defaultValue={read(draft)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(write(draft, target.value))}
        className={`${boxStyle} h-8 px-2.5 font-mono text-sm max-rail:h-11 max-rail:text-lg`}
      />
      <span className="text-xs text-ink-3">{hint}</span>
    </label>
  )
}
