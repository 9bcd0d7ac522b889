import clsx from 'clsx'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { useNarrow } from '#components/ui/display/use-narrow.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { isNamedLike, searchKey } from '#lib/utils/text/typed-text.ts'
import type { PickerChoice, PickerField } from './filter-fields.ts'
import { FieldIcon } from './filter-tabs.tsx'

interface Choice {
  id: string
  label: string
  keywords?: string
}

interface Field<C extends Choice> {
  id: string
  label: string
  choices: readonly C[]
}

interface FilterMatch<F, C> {
  field: F
  choice: C | null
}

/** Values that are shown; a longer text finds fewer. */
const MAX_MATCHES = 30

/** Returns fields and values that hold every word, those that begin with it first; "status lost" finds a value. */
export function filterMatches<C extends Choice, F extends Field<C>>(
  fields: readonly F[],
  text: string,
): FilterMatch<F, C>[] {
  const words = searchKey(text).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const holds = (label: string) => isNamedLike([label], text)
  const found = fields.flatMap((field): FilterMatch<F, C>[] => [
    ...(holds(field.label) ? [{ field, choice: null }] : []),
    ...field.choices
      .filter(({ label, keywords = '' }) => {
        const own = `${label} ${keywords}`
        // The name of the field alone finds the field, not all of its values.
        return holds(`${field.label} ${own}`) && words.some((word) => isNamedLike([own], word))
      })
      .map((choice) => ({ field, choice })),
  ])
  const nameOf = ({ field, choice }: FilterMatch<F, C>) => searchKey((choice ?? field).label)
  const begins = (match: FilterMatch<F, C>) => (nameOf(match).startsWith(words.join(' ')) ? 0 : 1)
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, MAX_MATCHES)
}

interface FilterSearchProps {
  fields: readonly PickerField[]
  text: string
  isFirst: boolean
  onText: (text: string) => void
  /** Shows the editor of a field. */
  onShow: (id: string) => void
  /** Moves the focus on to the field that is shown, once it is drawn. */
  onLeave: () => void
}

/** Finds a filter by its name or by one of its values: "lost" finds Status, Lost. */
export function FilterSearch({ fields, text, isFirst, onText, onShow, onLeave }: FilterSearchProps) {
  const id = useId()
  const isNarrow = useNarrow()
  const [active, setActive] = useState(0)
  const matches = filterMatches<PickerChoice, PickerField>(fields, text)
  const isSearching = text.trim() !== ''
  const shown = Math.min(active, matches.length - 1)
  const type = (next: string) => {
    onText(next)
    setActive(0)
  }
  const take = (at: number) => {
    const match = matches[at]
    if (!match) return
    const { field, choice } = match
    type('')
    onShow(field.id)
    if (!choice || field.unavailable) return onLeave()
    // The focus stays, for the next value, or for Enter to show the rows.
    choice.onChoose()
    announce(`${field.label}: ${choice.label} chosen.`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (!isSearching) {
      if (key !== 'ArrowDown') return
      event.preventDefault()
      return onLeave()
    }
    if (key === 'Escape') {
      // Escape clears the text before it closes the picker.
      event.stopPropagation()
      type('')
    } else if (key === 'Enter') {
      event.preventDefault()
      take(shown)
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const step = key === 'ArrowDown' ? 1 : -1
      setActive((shown + step + matches.length) % Math.max(1, matches.length))
    }
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4 has-[input:focus]:border-accent">
        <Search className="shrink-0 text-ink-3" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the picker was opened to find a filter; a phone's keyboard would cover it
          autoFocus={isFirst && !isNarrow}
          type="text"
          role="combobox"
          aria-label="Find a filter or a value"
          aria-expanded={isSearching}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isSearching && matches.length > 0 ? `${id}-${shown}` : undefined}
          aria-describedby={`${id}-hint`}
          placeholder="Filter by…"
          value={text}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3 max-rail:text-lg"
        />
        <p id={`${id}-hint`} className="text-sm whitespace-nowrap text-ink-3 max-rail:hidden">
          {countOf(fields.length, 'filter')}. Type a name or a value.
        </p>
      </div>
      <div className={clsx('min-h-[220px] p-2 rail:min-h-[430px]', !isSearching && 'hidden')}>
        <div id={`${id}-list`} role="listbox" aria-label="Filters and values">
          {matches.map(({ field, choice }, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes Enter
            <div
              key={`${field.id} ${choice?.id ?? ''}`}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === shown}
              onPointerMove={() => at !== active && setActive(at)}
              onClick={() => take(at)}
              className={clsx(
                'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-3 max-rail:min-h-11',
                at === shown && 'bg-accent-soft text-accent-ink',
              )}
            >
              <FieldIcon name={field.icon} />
              <span className={choice ? 'text-ink-3' : 'font-control'}>{field.label}</span>
              {choice && (
                <>
                  <span aria-hidden="true" className="text-ink-3">
                    ›
                  </span>
                  <span className="font-control">{choice.label}</span>
                </>
              )}
            </div>
          ))}
        </div>
        {matches.length === 0 && (
          <p className="px-3 py-2 text-ink-2">
            No filter or value matches. Names and IDs are typed in their own filter.
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSearching && countOf(matches.length, 'match', 'matches')}
      </p>
    </>
  )
}
