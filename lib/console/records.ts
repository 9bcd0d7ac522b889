/** One store for the console's small records, by kind: those that a version replaces, and entries that are only added. */
import type { z } from 'zod'

export interface StoredRecord {
  key: string
  /** 1 for the first; each change is one more. */
  version: number
  body: unknown
  /** ISO, to the millisecond. */
  at: string
}

export interface StoredEntry {
  id: string
  /** The record that it is about. */
  key: string
  body: unknown
  /** ISO, to the millisecond. */
  at: string
  by_id: string
  /** By the name they had then. */
  by_name: string
}

export interface RecordStore {
  /** Records of these keys, or all of the kind, in no order. */
  records(environment: string, kind: string, keys?: readonly string[]): Promise<StoredRecord[]>
  /** Durable when it returns. `stale` unless the version follows the one before it: of several at once one is saved. */
  saveRecord(environment: string, kind: string, record: StoredRecord): Promise<'saved' | 'stale'>
  removeRecords(environment: string, kind: string, keys: readonly string[]): Promise<void>
  /** Durable and never changed: an entry whose ID is there already is returned as it was added. */
  addEntry(environment: string, kind: string, entry: StoredEntry): Promise<StoredEntry>
  /** Entries about a record, oldest first. */
  entries(environment: string, kind: string, key: string): Promise<StoredEntry[]>
}

/** Returns the records of one kind, their bodies checked as they are read. */
export function recordsOf<Body>(store: RecordStore, kind: string, schema: z.ZodType<Body>) {
  const read = ({ body, ...record }: StoredRecord) => ({ ...record, body: schema.parse(body) })
  return {
    async find(environment: string, keys?: readonly string[]) {
      return keys?.length === 0 ? [] : (await store.records(environment, kind, keys)).map(read)
    },
    save: (environment: string, record: StoredRecord & { body: Body }) => store.saveRecord(environment, kind, record),
    remove: (environment: string, keys: readonly string[]) => store.removeRecords(environment, kind, keys),
  }
}

/** Creates the store in memory: the readable model, which runs in a browser. */
export function memoryRecords(): RecordStore {
  const records = new Map<string, StoredRecord>()
  const history: { place: string; entry: StoredEntry }[] = []
  const placeOf = (environment: string, kind: string) => `${environment} ${kind} `

  return {
    async records(environment, kind, keys) {
      const place = placeOf(environment, kind)
      const all = [...records].flatMap(([at, record]) => (at === place + record.key ? [record] : []))
      return structuredClone(keys ? all.filter(({ key }) => keys.includes(key)) : all)
    },

    async saveRecord(environment, kind, record) {
      const at = placeOf(environment, kind) + record.key
      if ((records.get(at)?.version ?? 0) !== record.version - 1) return 'stale'
      records.set(at, structuredClone(record))
      return 'saved'
    },

    async removeRecords(environment, kind, keys) {
      for (const key of keys) records.delete(placeOf(environment, kind) + key)
    },

    async addEntry(environment, kind, entry) {
      const place = placeOf(environment, kind)
      const known = history.find((each) => each.place === place && each.entry.id === entry.id)
      if (!known) history.push({ place, entry: structuredClone(entry) })
      return structuredClone(known?.entry ?? entry)
    },

    async entries(environment, kind, key) {
      const place = placeOf(environment, kind)
      return structuredClone(
        history.flatMap((each) => (each.place === place && each.entry.key === key ? [each.entry] : [])),
      )
    },
  }
}
