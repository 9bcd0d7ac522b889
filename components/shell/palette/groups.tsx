import { SearchX } from 'lucide-react'
import type { PointerEvent } from 'react'
import type { Entry, Group } from './entries.ts'
import { LineContent } from './line-content.tsx'
import type { ParsedQuery } from './query/parse-query.ts'
import type { PaletteState } from './use-palette.ts'

interface EntryGroupsProps {
  groups: readonly Group[]
  palette: PaletteState
}

export function EntryGroups({ groups, palette }: EntryGroupsProps) {
  return groups.map(({ title, of, entries }, index) => (
    // biome-ignore lint/a11y/useSemanticElements: within a listbox a group of options is a group, not a fieldset
    <div
      key={title}
      role="group"
      aria-labelledby={`${palette.listId}-group-${index}`}
      className="border-t border-line p-1.5 first:border-t-0"
    >
      <p
        id={`${palette.listId}-group-${index}`}
        className="flex justify-between px-2.5 pt-1 pb-1 text-xs font-control text-ink-3"
      >
        <span>{title}</span>
        {of !== null && <span>{of}</span>}
      </p>
      {entries.map((entry) => (
        <Line key={entry.key} entry={entry} palette={palette} />
      ))}
    </div>
  ))
}

const LINE =
  'relative flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 text-left outline-none aria-selected:bg-accent-soft aria-selected:before:absolute aria-selected:before:inset-y-1.5 aria-selected:before:left-0 aria-selected:before:w-[3px] aria-selected:before:rounded-full aria-selected:before:bg-accent max-rail:min-h-12'

function Line({ entry, palette }: { entry: Entry; palette: PaletteState }) {
  const common = {
    id: palette.optionId(entry.key),
    role: 'option',
    tabIndex: -1,
    'aria-selected': palette.activeKey === entry.key,
    className: LINE,
    // Lines that come under a pointer at rest move nothing.
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) palette.choose(entry.key)
    },
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: (event: Parameters<PaletteState['press']>[1]) => palette.press(entry, event),
  } as const
  const content = <LineContent environment={palette.environment} entry={entry} />
  if (entry.href === null) return <div {...common}>{content}</div>
  return (
    <a {...common} href={entry.href}>
      {content}
    </a>
  )
}

interface NothingFoundProps {
  asked: ParsedQuery
  /** Its label. */
  environment: string
}

export function NothingFound({ asked, environment }: NothingFoundProps) {
  const isId = asked.kind === 'id'
  return (
    <section className="flex flex-col items-center px-6 py-10 text-center">
      <SearchX aria-hidden="true" className="size-6 text-ink-3" strokeWidth={1.7} />
      <h2 className="mt-2 text-base">
        {isId ? `Nothing in ${environment} has this ID` : `Nothing found in ${environment}`}
      </h2>
      <p className="mt-1 max-w-[420px] text-ink-2">
        {isId
          ? 'It isn’t a user, order or transaction here. Check that you copied all of it, or try another environment.'
          : 'You can find users by part of their reference or ID, and orders by part of their ID or of the patient’s name. Email addresses and phone numbers can’t be searched.'}
      </p>
    </section>
  )
}
