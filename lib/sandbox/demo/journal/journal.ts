/** Memory of a demo in this browser: its settings, each base's start, and every change since. */
import { z } from 'zod'
import { auditEntry } from '#lib/domains/audit/audit.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'

/** Raise it when entries of before can no longer be replayed: they are dropped then. */
const VERSION = 1

const settings = z.object({
  version: z.literal(VERSION),
  /** As in the address. */
  scenario: z.string(),
  role: z.enum(ROLES),
})
export type Settings = Omit<z.infer<typeof settings>, 'version'>

/** Milliseconds since 1970, before the year 2100: anything else was not kept by us. */
const instant = z.number().min(0).max(4_102_444_800_000)

/** One telling of a base, from its start or its last reset. */
const run = z.object({
  id: z.string(),
  /** Milliseconds since 1970: all dates of the sample data are relative to it. */
  started_at: instant,
  /** Whether the team has worked before it began. */
  past: z.boolean(),
  clock: z.object({ now: instant, read_at: instant, running: z.boolean() }),
})
export type Run = z.infer<typeof run>

const runs = z.object({
  version: z.literal(VERSION),
  current: run,
  /** Run removed by the last reset, until the next one. */
  previous: run.nullable(),
})
export type Runs = Omit<z.infer<typeof runs>, 'version'>

/** A request of a page that changes something. */
const change = z.object({
  method: z.string(),
  /** With its query. */
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
})
export type Change = z.infer<typeof change>

/** An audit entry of a call that changed nothing: a view or a refusal. */
const seen = z.object({ seen: auditEntry.omit({ id: true }) })
export type Seen = z.infer<typeof seen>['seen']

const entry = z.object({
  run: z.string(),
  /** Milliseconds since 1970, by the demo's clock. */
  at: instant,
  role: z.enum(ROLES),
  /** Modifiers and booking outcome at that instant, as in the address. */
  scenario: z.string(),
  /** Ids that the change gave follow from it. */
  request_id: z.string(),
  change: z.union([change, seen]),
})
export type NewEntry = z.infer<typeof entry>

export interface Entry extends NewEntry {
  /** Grows from one entry to the next. */
  id: number
}

/** The port: IndexedDB in a browser, plain memory in tests and where the browser keeps nothing. */
export interface JournalStore {
  settings(): Promise<Settings | null>
  saveSettings(settings: Settings): Promise<void>
  runs(base: string): Promise<Runs | null>
  saveRuns(base: string, runs: Runs): Promise<void>
  /** Returns a run's entries after an ID, oldest first. */
  entries(run: string, after: number): Promise<Entry[]>
  append(entry: NewEntry): Promise<number>
  remove(id: number): Promise<void>
  removeRun(run: string): Promise<void>
}

/** Parses stored settings; null for another version or shape. */
export function readSettings(kept: unknown): Settings | null {
  return settings.safeParse(kept).data ?? null
}

/** Parses stored runs; null for a version or shape this demo doesn't know. */
export function readRuns(kept: unknown): Runs | null {
  return runs.safeParse(kept).data ?? null
}

/** Parses a stored journal entry; null for a version or shape this demo doesn't know. */
export function readEntry(kept: unknown): NewEntry | null {
  return entry.safeParse(kept).data ?? null
}

export const versioned = <T extends object>(value: T) => ({ ...value, version: VERSION })

/** Creates a journal in memory, for tests and for browsers that deny storage. */
export function memoryJournal(): JournalStore {
  let kept: Settings | null = null
  const bases = new Map<string, Runs>()
  const log = new Map<number, NewEntry>()
  let last = 0
  return {
    settings: async () => kept,
    async saveSettings(next) {
      kept = next
    },
    runs: async (base) => bases.get(base) ?? null,
    async saveRuns(base, next) {
      bases.set(base, structuredClone(next))
    },
    async entries(of, after) {
      return [...log].flatMap(([id, each]) => (each.run === of && id > after ? [{ ...each, id }] : []))
    },
    async append(next) {
      last += 1
      log.set(last, next)
      return last
    },
    async remove(id) {
      log.delete(id)
    },
    async removeRun(of) {
      for (const [id, each] of log) if (each.run === of) log.delete(id)
    },
  }
}
