/** A console over a directory of users, for tests of its endpoints. */
import { type TestConsoleOptions, testConsole } from '#lib/system/console/console.testing.ts'
import { fakeService, usersUpTo } from './directory.testing.ts'

/** When the users of the directory were read. */
export const AT = '2026-11-21T07:30:00.000Z'
/** The id of nobody. */
export const STRANGER = 'ffffffff-0000-4000-8000-ffffffffffff'

/** A console whose directory knows `known` of the users of the service. */
export async function consoleOver(
  known: number,
  {
    complete = true,
    listed = known,
    environment = 'sandbox',
    ...options
  }: TestConsoleOptions & { complete?: boolean; listed?: number; environment?: string } = {},
) {
  const source = fakeService(listed)
  const tested = testConsole({ ...options, source })
  const { store } = tested
  await store.beginCrawl(environment, AT)
  const users = usersUpTo(known)
  const page = { crawl: 1, position: 0, entries: known, unreadable: 0, total: complete ? known : known + 10_000 }
  await store.savePage(environment, { ...page, users, at: AT })
  if (complete) await store.completeCrawl(environment, 1, { at: AT, problem: null })
  return Object.assign(tested, { source })
}
