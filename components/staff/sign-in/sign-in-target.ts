/** Where signing in leads. Pure. */
import type { Environment } from '#lib/domains/environments/environment.ts'

/** The environment that a path looks at, if it is one of these. */
export function environmentOf(path: string | null, environments: readonly Environment[]): Environment | null {
  const id = path?.split(/[/?]/)[1]
  return environments.find((environment) => environment.id === id) ?? null
}

/** Back to the page one came from, unless another environment was chosen meanwhile. */
export function targetOf(
  next: string | null,
  chosen: Environment | null,
  environments: readonly Environment[],
): string {
  if (!chosen) return next ?? '/'
  return next && environmentOf(next, environments)?.id === chosen.id ? next : `/${chosen.id}`
}
