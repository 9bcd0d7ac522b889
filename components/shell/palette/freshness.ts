/** How fresh the directory is, in one line. */
import type { DirectoryState } from '#lib/domains/users/directory.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

/** `age` of the last whole reading, as `timeAgo` words it. */
export function freshnessLabel({ users, complete_at, crawl, problem }: DirectoryState, age: string): string {
  const read =
    crawl &&
    (crawl.total === null ? formatCount(crawl.read) : `${formatCount(crawl.read)} of ${formatCount(crawl.total)}`)
  if (complete_at === null) {
    const so_far =
      read === null
        ? `Directory: still loading, ${countOf(users, 'user')} so far.`
        : `Directory: loading, ${read} users so far.`
    return withProblem(`${so_far} Some users may be missing.`, problem)
  }
  const known = `Directory: ${countOf(users, 'user')}, ${age}`
  return withProblem(read === null ? known : `${known}, refreshing (${read})`, problem)
}

function withProblem(words: string, problem: string | null): string {
  return problem === null ? words : `${words.replace(/\.$/, '')}. ${problem}`
}
