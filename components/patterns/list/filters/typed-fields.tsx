/** Filters whose values are typed: an ID, or names separated by commas. */
import { boxStyle } from '#components/ui/field/box-style.ts'
import { labelStyle } from '#components/ui/field/field.tsx'
import { uuid } from '#lib/kernel/fields.ts'
import { type FilterField, someLabel } from './filter-fields.ts'

interface BoxText {
  box: string
  hint: string
}

interface TypedField<K extends string> extends Pick<FilterField<unknown>, 'id' | 'label' | 'icon'>, BoxText {
  /** Key of the list's filters. */
  name: K
}

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

interface NamesField<K extends string> extends TypedField<K> {
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
