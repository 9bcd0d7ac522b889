import type { ViewedList } from '#components/patterns/views/shown-view.ts'
import { shareableUserSearch, USER_VIEWS } from '#lib/domains/users/views.ts'
import { NO_FILTERS, sortOf, usersSearch } from './users-search.ts'

const PAGE = 'offset'

export const USER_VIEW_LIST: ViewedList = {
  list: 'users',
  label: 'User views',
  builtIn: USER_VIEWS,
  keys: Object.keys(shareableUserSearch.shape).filter((key) => key !== PAGE),
  page: PAGE,
  usual: { ...sortOf(NO_FILTERS), limit: String(usersSearch.parse({}).limit) },
  unfiltered: ['order_key', sortOf(NO_FILTERS).order_key],
}
