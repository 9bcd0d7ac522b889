/** How many users each view finds, by the directory. */
import { userViewFilter } from '#lib/domains/users/views.ts'
import type { CountViews } from '#lib/domains/views/views.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { createdDays } from '#lib/utils/time/relative-days.ts'
import type { UserDirectory } from './directory.ts'
import type { DirectoryStore } from './store/store.ts'

const TOO_MANY = 'More than 10,000 users'
const NOT_READ = 'Counted when the user directory is complete'

interface Options {
  directory: Pick<UserDirectory, 'state'>
  store: Pick<DirectoryStore, 'searchDirectory'>
  now: () => Date
}

/** Creates the counts of users shown on views. None before the directory has read the whole list once. */
export function createUserViewCounts({ directory, store, now }: Options): CountViews {
  return async ({ environment, time_zone }, views) => {
    const { complete_at } = await directory.state(environment)
    const counts: Awaited<ReturnType<CountViews>> = []
    // One after the other: a person's views never hold up everybody's searches.
    for (const { id: view_id, filter } of views) {
      const { limit, order_key, order_direction, created_within, created_from, created_to, ...asked } =
        userViewFilter.parse(filter)
      const days = createdDays({ created_within, created_from, created_to }, dayIn(time_zone, now().getTime()))
      const search = { ...asked, ...days, time_zone, offset: 0, limit: 0 }
      const total = complete_at === null ? null : (await store.searchDirectory(environment, search)).total
      const missing = complete_at === null ? NOT_READ : TOO_MANY
      counts.push({ view_id, count: total, missing: total === null ? missing : null })
    }
    return counts
  }
}
