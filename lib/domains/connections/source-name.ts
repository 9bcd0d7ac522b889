/** Names of sources known only by slug. */

/** Returns the name of a source by its slug: as people know it, or made from the slug. */
export type SourceName = (slug: string) => string

/** Returns a slug as a name: `ostrel_glucose` → `Ostrel Glucose`. */
export const nameFromSlug: SourceName = (slug) =>
  slug
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** The source of what people enter themselves. */
export const MANUAL_SLUG = 'manual'
