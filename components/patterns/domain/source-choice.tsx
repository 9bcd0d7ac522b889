import { type KeyboardEvent, useState } from 'react'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Check } from '#components/ui/field/check.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'

interface SourceOption {
  slug: string
  name: string
  connections: number
}

/** Most connections first; null until they are there, `problem` says why they are not. */
export interface SourcesRequest {
  options: readonly SourceOption[] | null
  problem: string | null
}

interface SourceChoiceProps extends SourcesRequest {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** From here on a search is quicker than reading them all. */
const SEARCHED_FROM = 9
const NO_MATCH = 'No source has this name. Clear the search to see all of them.'

/** Some of the sources; one that is asked for and has no connection stands among them all the same. */
export function SourceChoice({ options, problem, chosen, onChange }: SourceChoiceProps) {
  const [text, setText] = useState('')
  if (!options) {
    if (problem === null) return <Skeleton className="after-300ms h-8" />
    return <p className="text-ink-2">The sources didn’t load. {problem}</p>
  }
  const others = chosen.filter((slug) => !options.some((one) => one.slug === slug))
  const all = [...options, ...others.map((slug) => ({ slug, name: slug, connections: 0 }))]
  if (all.length === 0) return <p className="text-ink-2">No one has connected a source yet.</p>
  const set = (slug: string, on: boolean) => {
    const rest = chosen.filter((one) => one !== slug)
    onChange(on ? [...rest, slug] : rest)
  }
  const wanted = text.trim()
  const shown = all.filter(({ slug, name }) => isNamedLike([name, slug], wanted))
  const [only] = shown
  const onKeyDown = (event: KeyboardEvent) => {
    if (wanted === '') return
    // Escape clears the text before it closes the picker; Enter picks the only match left.
    if (event.key === 'Escape') {
      event.stopPropagation()
      setText('')
    } else if (event.key === 'Enter' && only && shown.length === 1 && !chosen.includes(only.slug)) {
      event.preventDefault()
      set(only.slug, true)
    }
  }
  return (
    <fieldset>
      <legend className="mb-2 text-ink-3">Connected to any of these:</legend>
      {all.length >= SEARCHED_FROM && (
        <>
          <input
            type="text"
            inputMode="search"
            aria-label="Find a source"
            placeholder={`Find one of ${formatCount(all.length)} sources`}
            value={text}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className={`${boxStyle} mb-2 h-8 px-2.5 text-sm max-rail:h-11 max-rail:text-lg`}
          />
          <p role="status" className={shown.length === 0 ? 'text-ink-2' : 'sr-only'}>
            {wanted !== '' && (shown.length === 0 ? NO_MATCH : `${countOf(shown.length, 'source')} found`)}
          </p>
        </>
      )}
      <div className="relative flex max-h-[240px] flex-col gap-1 overflow-y-auto">
        {shown.map(({ slug, name, connections }) => (
          <Check key={slug} checked={chosen.includes(slug)} onChange={(on) => set(slug, on)}>
            {name} <span className="text-xs text-ink-3">{formatCount(connections)}</span>
          </Check>
        ))}
      </div>
    </fieldset>
  )
}
