import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import { midSentence } from '#lib/utils/text/counts.ts'
import { boxStyle } from './box-style.ts'
import { FieldProblem, labelStyle } from './field.tsx'

export interface ComboItem {
  id: string
  /** Display text where it differs from the ID. */
  name?: string
  aside: ReactNode
}

interface ComboFieldProps {
  id: string
  label: string
  /** ID of the chosen item; null for none. */
  value: string | null
  text: string
  items: readonly ComboItem[]
  hint?: ReactNode
  placeholder?: string
  /** Said below the list where it does not hold all. */
  more?: string | null
  /** Said in place of an empty list. */
  none: string
  problem?: string | undefined
  autoFocus?: boolean
  onText: (text: string) => void
  onChoose: (id: string | null) => void
  onOpen: () => void
  onBlur: () => void
}

/** A choice among very many, found by typing a part of it. */
export function ComboField(props: ComboFieldProps) {
  const {
    id,
    label,
    value,
    text,
    items,
    hint,
    placeholder,
    autoFocus = false,
    more,
    none,
    problem,
    onText,
    onChoose,
    onOpen,
    onBlur,
  } = props
  return (
    <ComboBox
      items={items}
      inputValue={text}
      selectedKey={value}
      onInputChange={onText}
      onSelectionChange={(key) => onChoose(key === null ? null : String(key))}
      onOpenChange={(isOpen) => isOpen && onOpen()}
      onBlur={onBlur}
      autoFocus={autoFocus}
      allowsEmptyCollection
      menuTrigger="focus"
      validationBehavior="aria"
      validate={() => problem ?? null}
      className="flex flex-col gap-1.5"
    >
      <Label className={labelStyle}>{label}</Label>
      <span className="relative flex items-center">
        <Input
          id={id}
          {...(placeholder !== undefined && { placeholder })}
          autoComplete="off"
          spellCheck={false}
          className={`${boxStyle} h-8 pr-9 pl-2.5 text-sm max-rail:h-11 max-rail:text-lg`}
        />
        <Button
          aria-label={`Show ${midSentence(label)} choices`}
          className="absolute right-1 grid size-6 place-items-center rounded-tag text-ink-3 hover:bg-hover max-rail:size-10"
        >
          <ChevronDown />
        </Button>
      </span>
      {hint && (
        <Text slot="description" className="text-xs text-ink-3">
          {hint}
        </Text>
      )}
      <FieldProblem />
      <Popover
        offset={4}
        className="w-(--trigger-width) overflow-hidden rounded-card border border-line-2 bg-surface shadow-3"
      >
        <ListBox
          className="max-h-[280px] overflow-y-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-ink-2">{none}</p>}
        >
          {(item: ComboItem) => (
            <ListBoxItem
              id={item.id}
              textValue={item.name ?? item.id}
              className="flex cursor-pointer items-baseline justify-between gap-3 rounded-control px-2.5 py-1.5 outline-none data-focused:bg-hover data-selected:bg-accent-soft data-selected:text-accent-ink max-rail:py-2.5"
            >
              <span className="min-w-0 truncate">{item.name ?? item.id}</span>
              <span className="shrink-0 text-xs text-ink-3">{item.aside}</span>
            </ListBoxItem>
          )}
        </ListBox>
        {more && <p className="border-t border-line px-3.5 py-2 text-xs text-ink-3">{more}</p>}
      </Popover>
    </ComboBox>
  )
}
