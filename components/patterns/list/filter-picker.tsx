'use client'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, Suspense, useId } from 'react'
import { Dialog, Popover, Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { FILTER_ICONS, type FilterIcon } from './filter-icons.ts'
import { type Counting, showWords, useLiveCount } from './live-count.ts'

/** A field with its editor, bound to the draft. */
export interface PickerField {
  id: string
  label: string
  group?: string
  icon: FilterIcon
  isOn: boolean
  unavailable: string | null
  editor: ReactNode
  onClear: () => void
}

interface FilterPickerProps {
  noun: string
  fields: readonly PickerField[]
  /** Why the draft cannot be asked for. */
  wrong: string | null
  /** Counts what the draft would show; null where nobody can. */
  counting: Counting | null
  /** Id of the field to begin with. */
  first: string
  trigger: RefObject<HTMLElement | null>
  onApply: () => void
  onClose: () => void
}

/** On a phone, and where text is enlarged: a sheet at the bottom, whose buttons stay in sight. */
const SHEET =
  'max-rail:fixed! max-rail:inset-x-0! max-rail:top-auto! max-rail:bottom-0! max-rail:max-h-[85dvh]! max-rail:w-full! max-rail:max-w-none! max-rail:rounded-b-none!'

/** Beside the first of its group; not a part of its name. */
const GROUP_HEAD =
  "rail:data-group:not-first:mt-2 rail:data-group:before:absolute rail:data-group:before:-left-[68px] rail:data-group:before:text-xs rail:data-group:before:text-ink-3 rail:data-group:before:content-[attr(data-group)_/_'']"

function FieldIcon({ name }: { name: FilterIcon }) {
  const Icon = FILTER_ICONS[name]
  return <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
}

/** All filters at the left, the editor of one at the right; nothing is asked for before the button is pressed. */
export function FilterPicker({ noun, fields, wrong, counting, first, trigger, onApply, onClose }: FilterPickerProps) {
  const words = useId()
  const count = useLiveCount(wrong === null ? counting : null)
  const isGrouped = fields.some(({ group }) => group)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) onApply()
  }
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
        isGrouped ? 'w-[760px]' : 'w-[560px]',
      )}
    >
      <Dialog aria-label={`Filter ${noun}`} className="outline-none">
        <form onSubmit={submit}>
          <Tabs orientation="vertical" defaultSelectedKey={first} className="flex min-h-[220px] max-rail:flex-col">
            <TabList
              aria-label="Filter by"
              className={clsx(
                'shrink-0 border-r border-line p-2 max-rail:flex max-rail:w-full max-rail:flex-wrap max-rail:border-r-0 max-rail:border-b max-rail:pl-2',
                isGrouped ? 'w-[250px] pl-[76px]' : 'w-[180px]',
              )}
            >
              {fields.map((field, at) => (
                <Tab
                  key={field.id}
                  id={field.id}
                  {...(field.id === first && { autoFocus: true })}
                  {...(field.group !== fields[at - 1]?.group && { 'data-group': field.group })}
                  className={clsx(
                    'relative flex h-8 cursor-pointer items-center gap-2 rounded-control px-2.5 font-control text-ink-2 hover:bg-hover data-selected:bg-accent-soft data-selected:text-accent-ink max-rail:h-10',
                    GROUP_HEAD,
                  )}
                >
                  <FieldIcon name={field.icon} />
                  <span className="min-w-0 flex-1 truncate">{field.label}</span>
                  {field.isOn && (
                    <span className="flex items-center gap-1 text-xs text-ink-3">
                      <Check aria-hidden="true" className="size-3.5" strokeWidth={2} />
                      on
                    </span>
                  )}
                </Tab>
              ))}
            </TabList>
            {fields.map((field) => (
              <TabPanel key={field.id} id={field.id} className="min-w-0 flex-1 p-4">
                <div className="mb-2 flex min-h-6 items-center justify-between gap-2">
                  <h2 className="text-sm">{field.label}</h2>
                  {field.isOn && (
                    <button
                      type="button"
                      onClick={field.onClear}
                      className="min-h-6 text-sm font-control text-accent-ink underline underline-offset-3"
                    >
                      Clear
                    </button>
                  )}
                </div>
                {field.unavailable ? (
                  <p className="text-ink-2">{field.unavailable}</p>
                ) : (
                  <Suspense fallback={<Skeleton className="h-8" />}>{field.editor}</Suspense>
                )}
              </TabPanel>
            ))}
          </Tabs>
          <div className="sticky bottom-0 z-1 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-sunken px-4 py-3">
            {wrong && (
              <p id={words} role="alert" data-tone="bad" className={`${problemStyle} mr-auto min-w-0 flex-1`}>
                <ProblemText>{wrong}</ProblemText>
              </p>
            )}
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" look="primary" {...(wrong && { 'aria-describedby': words })}>
              {showWords(count, noun)}
            </Button>
          </div>
        </form>
      </Dialog>
    </Popover>
  )
}
