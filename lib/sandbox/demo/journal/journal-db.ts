/** The journal in IndexedDB, shared by all tabs of the browser. */
import { type IDBPDatabase, openDB } from 'idb'
import {
  type Entry,
  type JournalStore,
  memoryJournal,
  readEntry,
  readRuns,
  readSettings,
  versioned,
} from './journal.ts'

const NAME = 'vialdesk-demo'
const SETTINGS = 'settings'

/** A browser that keeps nothing, as some do in private windows, gets a demo that lasts as long as its page. */
export async function openJournal(name = NAME): Promise<JournalStore> {
  try {
    return journalOf(await open(name))
  } catch {
    return memoryJournal()
  }
}

function open(name: string) {
  return openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore('settings')
      db.createObjectStore('runs')
      db.createObjectStore('entries', { autoIncrement: true }).createIndex('run', 'run')
    },
    // Another tab of a newer console wants to change the form: it shall not wait for this one.
    blocking: (_from, _to, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
}

function journalOf(db: IDBPDatabase): JournalStore {
  return {
    settings: async () => readSettings(await db.get('settings', SETTINGS)),

    async saveSettings(settings) {
      await db.put('settings', versioned(settings), SETTINGS)
    },

    runs: async (base) => readRuns(await db.get('runs', base)),

    async saveRuns(base, runs) {
      await db.put('runs', versioned(runs), base)
    },

    async entries(run, after) {
      const read = db.transaction('entries')
      const found: Entry[] = []
      let cursor = await read.store.index('run').openCursor(run)
      // Known entries are skipped in one step.
      if (typeof cursor?.primaryKey === 'number' && cursor.primaryKey <= after)
        cursor = await cursor.continuePrimaryKey(run, after + 1)
      for (; cursor; cursor = await cursor.continue()) {
        const id = cursor.primaryKey
        const entry = readEntry(cursor.value)
        if (typeof id === 'number' && entry) found.push({ ...entry, id })
      }
      return found
    },

    async append(entry) {
      const id = await db.add('entries', entry)
      if (typeof id !== 'number') throw new Error('Entries are numbered.')
      return id
    },

    async remove(id) {
      await db.delete('entries', id)
    },

    async removeRun(run) {
      const write = db.transaction('entries', 'readwrite')
      let cursor = await write.store.index('run').openCursor(run)
      for (; cursor; cursor = await cursor.continue()) await cursor.delete()
      await write.done
    },
  }
}
