'use client'
import clsx from 'clsx'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { ChoiceCounts } from './choice-count.tsx'
import { type Counting, countWords, showWords, useFilterCounts } from './filter-counts.ts'
import { DRAFT } from './filter-fields.ts'
import { FilterSearch } from './filter-search.tsx'
import { FilterTabs } from './filter-tabs.tsx'
import type { PickerField } from './picker-field.ts'

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
export function FilterPicker(props: FilterPickerProps) {
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
