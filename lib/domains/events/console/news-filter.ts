/** Reports new data at most once a minute for each source and type: last data is only known to the minute. */
import { LRUCache } from 'lru-cache'
import type { ConnectionNews } from '#lib/domains/events/news.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

type News = { environment: string; user_id: string; at: string } & NonNullable<ConnectionNews>
type OnNews = (news: News) => Promise<void>

/** Sources of users that are remembered: more only means more writes. */
const MOST = 50_000

/** Returns a listener that passes on what says something new. What fails is passed on when it comes again. */
export function withoutRepeats(onNews: OnNews): OnNews {
  const told = new LRUCache<string, number>({ max: MOST })
  return async (news) => {
    if (news.kind !== 'data') return onNews(news)
    const key = `${news.environment} ${news.user_id} ${news.resource} ${news.slug}`
    const at = Date.parse(news.at)
    const last = told.get(key)
    if (last !== undefined && at - last < MINUTE) return
    await onNews(news)
    told.set(key, at)
  }
}
