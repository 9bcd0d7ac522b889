import { KNOWN_PROVIDERS, providerName } from '#lib/domains/connections/providers.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

/** A source as it is chosen from. */
export interface SourceOption {
  slug: string
  name: string
  /** The person has it connected. */
  mine: boolean
}

interface Connected {
  name: string
  slug: string
}

/** The person's own sources first, by the name the service gives them; then every other one that is known. */
export function sourceOptions(connected: readonly Connected[]): SourceOption[] {
  const mine = connected.map(({ name, slug }) => ({ name, slug, mine: true }))
  const slugs = new Set(mine.map(({ slug }) => slug))
  const others = KNOWN_PROVIDERS.filter(({ slug }) => !slugs.has(slug)).map(({ name, slug }) => ({
    name,
    slug,
    mine: false,
  }))
  return [...mine, ...others.sort((one, other) => one.name.localeCompare(other.name, 'en'))]
}

export function nameOf(options: readonly SourceOption[], slug: string): string {
  return options.find((option) => option.slug === slug)?.name ?? providerName(slug)
}

/** Offers typed text as a slug: the set of sources may grow (spec, "Versioning" 2). */
export function typedSlug(text: string, options: readonly SourceOption[]): SourceOption | null {
  const slug = plainSigns(text).toLowerCase().replaceAll(/[ -]+/g, '_')
  if (!/^[a-z0-9_]{2,}$/.test(slug) || options.some((option) => option.slug === slug)) return null
  return { slug, name: providerName(slug), mine: false }
}
