/** The data each base of a demo starts with. */
import { BASES, type Base } from '#lib/demo/scenario.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { BUSY_MIX, type Mix, NORMAL_MIX } from '#lib/sandbox/data/mix.ts'
import type { UserBundle } from '#lib/service/records.ts'

export interface DataOptions {
  /** All dates are relative to the UTC day of this instant. */
  today: Date
  team_id: string
  /** An integer from 0 to 1,048,575. */
  seed: number
}

const MIX_OF: Readonly<Record<Base, Mix>> = { normal: NORMAL_MIX, busy: BUSY_MIX, new: NORMAL_MIX, large: NORMAL_MIX }

/** One user at a time, so that the first page can be shown before the rest is there. */
export function dataOf(base: Base, options: DataOptions): Generator<UserBundle> {
  const { users, orders } = BASES[base]
  return generateBundles({ ...options, users, orders, mix: MIX_OF[base] })
}
