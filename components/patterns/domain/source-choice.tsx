'use client'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

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

/** Some of the sources; one that is asked for and has no connection stands among them all the same. */
export function SourceChoice({ options, problem, chosen, onChange }: SourceChoiceProps) {
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
  return (
    <fieldset>
      <legend className="mb-2 text-ink-3">Connected to any of these:</legend>
      <div className="relative flex max-h-[240px] flex-col gap-1 overflow-y-auto">
        {all.map(({ slug, name, connections }) => (
          <Check key={slug} checked={chosen.includes(slug)} onChange={(on) => set(slug, on)}>
            {name} <span className="text-xs text-ink-3">{formatCount(connections)}</span>
          </Check>
        ))}
      </div>
    </fieldset>
  )
}
