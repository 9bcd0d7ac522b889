import { nameFromSlug } from '#lib/domains/connections/providers.ts'
import type { User } from '#lib/domains/users/user.ts'

/** "set manually", "from Ostrel Glucose" where the user has that source. */
export function originLabel(user: User, slug: string): string {
  if (slug === 'manual') return 'set manually'
  const name = user.connected_sources.find(({ source }) => source.slug === slug)?.source.name
  return `from ${name ?? nameFromSlug(slug)}`
}
