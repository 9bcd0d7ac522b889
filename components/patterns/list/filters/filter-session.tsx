/** The picker while it is open: its draft of the filters, and what was loaded with it. */
import clsx from 'clsx'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { clock24 } from '#lib/utils/time/instants.ts'
import { ChoiceCounts } from './count-chips.tsx'
import { type Counting, countWords, showWords, useFilterCounts } from './filter-counts.ts'
import { DRAFT, type FilterExtras, type FilterField, type PickerField } from './filter-fields.ts'
import { FilterSearch } from './filter-search.tsx'
import { FilterTabs } from './filter-tabs.tsx'

interface FilterPickerProps {
  noun: string
  fields: readonly PickerField[]
  /** Why the draft cannot be asked for. */
  wrong: string | null
  /** Asks how many rows the draft would show. */
  counting: Counting | null
  /** Id of the field to begin with. */
  first: string
  /** Opened for any filter, not to change that one. */
  isNew: boolean
  trigger: RefObject<HTMLElement | null>
  onApply: () => void
  onClose: () => void
}

/** On a phone, and where text is enlarged: a sheet at the bottom. `!` against the place that the popover sets by style. */
const SHEET =
  'max-rail:fixed! max-rail:inset-x-0! max-rail:top-auto! max-rail:bottom-0! max-rail:max-h-[85dvh]! max-rail:w-full max-rail:max-w-none max-rail:rounded-b-none'

/** All filters at the left, the editor of one at the right; nothing is asked for before the button is pressed. */
function FilterPicker(props: FilterPickerProps) {
  const { noun, fields, wrong, first, isNew, trigger, onApply, onClose } = props
  const words = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(first)
  const [text, setText] = useState('')
  const counts = useFilterCounts(fields.find(({ id }) => id === shown)?.counting() ?? null)
  const count = useFilterCounts(wrong === null ? props.counting : null).get(DRAFT)
  const isGrouped = fields.some(({ group }) => group)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) onApply()
  }
  const focusTab = () => tabs.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom start"
      offset={6}
      className={clsx(
        SHEET,
        'max-w-[calc(100vw-16px)] overflow-y-auto rounded-pop border border-line-2 bg-surface shadow-3',
        isGrouped ? 'w-[800px]' : 'w-[560px]',
      )}
    >
      <Dialog aria-label={`Filter ${noun}`} className="outline-none">
        <form onSubmit={submit}>
          {isGrouped && (
            <FilterSearch
              fields={fields}
              text={text}
              isFirst={isNew}
              onText={setText}
              onShow={setShown}
              onLeave={() => requestAnimationFrame(focusTab)}
            />
          )}
          <div ref={tabs} hidden={text.trim() !== ''}>
            <ChoiceCounts value={{ noun, counts }}>
              <FilterTabs
                fields={fields}
                shown={shown}
                onShow={setShown}
                isGrouped={isGrouped}
                hasFocus={!(isNew && isGrouped)}
              />
            </ChoiceCounts>
          </div>
          <div className="sticky bottom-0 z-1 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-sunken px-4 py-3">
            {wrong && (
              <p id={words} role="alert" data-tone="bad" className={`${problemStyle} mr-auto min-w-0 flex-1`}>
                <ProblemText>{wrong}</ProblemText>
              </p>
            )}
            {isGrouped && !wrong && (
              <p
                aria-hidden="true"
                className="mr-auto flex items-center gap-1.5 text-sm text-ink-3 pointer-coarse:hidden max-rail:hidden"
              >
                <Kbd>↑</Kbd> <Kbd>↓</Kbd> move <span className="w-1" />{' '}
                <Kbd>{text.trim() === '' ? 'Space' : 'Enter'}</Kbd> choose
              </p>
            )}
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" look="primary" {...(wrong && { 'aria-describedby': words })}>
              {showWords(count, noun)}
            </Button>
            <p role="status" className="sr-only">
              {count !== undefined && countWords(count, noun)}
            </p>
          </div>
        </form>
      </Dialog>
    </Popover>
  )
}

interface FilterSessionProps<F> {
  noun: string
  filters: F
  fields: readonly FilterField<F>[]
  problem: (filters: F) => string | null
  loadExtras?: () => Promise<FilterExtras<F>>
  first: string
  isNew: boolean
  trigger: RefObject<HTMLElement | null>
  onApply: (filters: F) => void
  onClose: () => void
}

export function FilterSession<F>(props: FilterSessionProps<F>) {
  const { noun, filters, fields, problem, loadExtras, first, isNew, trigger, onApply, onClose } = props
  const [draft, setDraft] = useState(filters)
  const [extras, setExtras] = useState<FilterExtras<F> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are of the list as it is when the picker opens
  useEffect(() => {
    let isOpen = true
    // Without them, the picker has no counts and finds no values.
    loadExtras?.().then(
      (loaded) => isOpen && setExtras(loaded),
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [])
  return (
    <FilterPicker
      noun={noun}
      fields={fields.map((field) => bound(field, draft, extras, problem, setDraft))}
      wrong={problem(draft)}
      first={first}
      isNew={isNew}
      counting={extras && counted(extras, [[DRAFT, draft]])}
      trigger={trigger}
      onApply={() => onApply(draft)}
      onClose={onClose}
    />
  )
}

function bound<F>(
  field: FilterField<F>,
  draft: F,
  extras: FilterExtras<F> | null,
  problem: (filters: F) => string | null,
  onChange: (draft: F) => void,
): PickerField {
  const { id, label, group, icon, chip, clear, Editor, unavailable = null } = field
  const choices = extras?.choicesOf(id, draft) ?? []
  const others = clear(draft)
  const counting = () => {
    if (!extras || problem(others) !== null) return null
    const asked = choices.filter(({ isUncounted }) => !isUncounted)
    return counted(
      extras,
      asked.map((choice) => [choice.id, choice.choose(others)]),
    )
  }
  return {
    id,
    label,
    ...(group && { group }),
    icon,
    isOn: chip(draft, clock24('UTC')) !== null,
    unavailable,
    editor: <Editor field={id} draft={draft} onChange={onChange} />,
    onClear: () => onChange(others),
    choices: choices.map((choice) => ({ ...choice, onChoose: () => onChange(choice.choose(draft)) })),
    counting,
  }
}

function counted<F>(
  { counts }: FilterExtras<F>,
  choices: readonly (readonly [id: string, filters: F])[],
): Counting | null {
  if (choices.length === 0) return null
  const read = counts(choices.map(([, filters]) => filters))
  return read && { ids: choices.map(([id]) => id), read }
}
