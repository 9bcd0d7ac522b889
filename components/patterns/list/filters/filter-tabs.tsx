import clsx from 'clsx'
import { Check } from 'lucide-react'
import { Suspense } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import type { PickerField } from './filter-fields.ts'
import { FILTER_ICONS, type FilterIcon } from './filter-icons.ts'

/** Beside the first of its group; not a part of its name. */
const GROUP_HEAD =
  "rail:data-group:not-first:mt-2 rail:data-group:before:absolute rail:data-group:before:-left-[68px] rail:data-group:before:text-xs rail:data-group:before:text-ink-3 rail:data-group:before:content-[attr(data-group)_/_'']"

export function FieldIcon({ name }: { name: FilterIcon }) {
  const Icon = FILTER_ICONS[name]
  return <Icon className="shrink-0" />
}

interface FilterTabsProps {
  fields: readonly PickerField[]
  shown: string
  onShow: (id: string) => void
  isGrouped: boolean
  hasFocus: boolean
}

export function FilterTabs({ fields, shown, onShow, isGrouped, hasFocus }: FilterTabsProps) {
  return (
    <Tabs
      orientation="vertical"
      selectedKey={shown}
      onSelectionChange={(key) => onShow(String(key))}
      className="flex min-h-[220px] max-rail:flex-col"
    >
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
            {...(hasFocus && field.id === shown && { autoFocus: true })}
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
                <Check className="size-3.5 stroke-2" />
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
              <button type="button" onClick={field.onClear} className="min-h-6 text-sm font-control text-link">
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
  )
}
