/** The crawl of the user directory in memory: whom it has seen, and who is gone since. */

import { seenAt } from '#lib/domains/users/console/rules.ts'
import type { DirectoryProgress, DirectoryStore } from './store.ts'
import { type EarlyData, isChanged, isNewer, type Row, rowOf } from './store-memory-rows.ts'

export interface Directory extends Omit<DirectoryProgress, 'users'> {
  crawls: number
  rows: Map<string, Row>
  is_steady: boolean
  seen: Set<string>
  data_since: Date | null
  /** Data of connections that aren't known yet, by user and source. */
  early: EarlyData
}

/** Returns what is known of an environment that was never crawled. */
export function emptyDirectory(): Directory {
  const state = { complete_at: null, complete_from: null, crawl: null, problem: null, retry_at: null, failures: 0 }
  return { ...state, crawls: 0, rows: new Map(), is_steady: true, seen: new Set(), data_since: null, early: new Map() }
}

/** Returns when a user was last seen: by a look-up, or by a whole crawl that met them unchanged. */
export function asSeen({ complete_from }: Directory, row: Row): string {
  return seenAt(row, complete_from === null ? null : new Date(complete_from))
}

type Crawls = Pick<DirectoryStore, 'beginCrawl' | 'savePage' | 'interruptCrawl' | 'removeUnseen' | 'completeCrawl'>

/** Returns what a crawl asks of the store; `of` holds the directory of each environment. */
export function memoryCrawls(of: (environment: string) => Directory): Crawls {
  const crawling = (environment: string, number: number) => {
    const directory = of(environment)
    return directory.crawl?.number === number ? { directory, crawl: directory.crawl } : null
  }

  return {
    async beginCrawl(environment, at) {
      const directory = of(environment)
      directory.retry_at = null
      if (directory.crawl) return false
      directory.crawls += 1
      const number = directory.crawls
      directory.crawl = { number, started_at: at, progressed_at: at, position: 0, total: null, unreadable: 0 }
      directory.is_steady = true
      directory.seen.clear()
      return true
    },

    async savePage(environment, { crawl: number, position, entries, unreadable, total, users, at }) {
      const { directory, crawl } = crawling(environment, number) ?? {}
      if (!directory || crawl?.position !== position) return false
      for (const [index, user] of users.entries()) {
        const { user_id } = user
        const known = directory.rows.get(user_id)
        const listed = { user, position: position + index, of_total: total }
        const isDue = !known || (isNewer(known, at) && (known.is_missed || isChanged(known, listed)))
        if (isDue) directory.rows.set(user_id, rowOf(listed, at, known, directory.early))
        directory.seen.add(user_id)
      }
      directory.is_steady &&= crawl.total === null || crawl.total === total
      const read = { position: position + entries, total, unreadable: crawl.unreadable + unreadable }
      Object.assign(crawl, { ...read, progressed_at: at })
      Object.assign(directory, { problem: null, retry_at: null, failures: 0 })
      return true
    },

    async interruptCrawl(environment, number, why) {
      const { directory } = crawling(environment, number) ?? {}
      if (directory) Object.assign(directory, { ...why, failures: directory.failures + 1 })
    },

    async removeUnseen(environment, number) {
      const { directory, crawl } = crawling(environment, number) ?? {}
      if (!directory || !crawl) return null
      const { seen, rows, is_steady } = directory
      const isWhole = is_steady && seen.size > 0 && seen.size === crawl.total
      for (const [user_id, row] of rows) {
        if (seen.has(user_id) || row.seen_at >= new Date(crawl.started_at)) continue
        if (isWhole || row.is_missed) rows.delete(user_id)
        else Object.assign(row, { seen_at: new Date(asSeen(directory, row)), is_missed: true })
      }
      return null
    },

    async completeCrawl(environment, number, { at, problem }) {
      const { directory, crawl } = crawling(environment, number) ?? {}
      if (!directory || !crawl) return
      Object.assign(directory, { complete_at: at, complete_from: crawl.started_at, crawl: null, problem })
      directory.seen.clear()
    },
  }
}
