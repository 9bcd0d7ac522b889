/** Shared by every bench: what it prints, how it sums up samples, and what is undone at its end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { openDatabase } from '#lib/platform/database/database.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { childrenProcessor, ownProcessor, type ProcessorClock } from './processor.ts'

export interface BenchOptions {
  orders?: number | undefined
  users?: number | undefined
  flood?: string | undefined
  minutes?: number | undefined
  update?: boolean | undefined
}

const cleanups: (() => unknown)[] = []

/** Has `undo` run at the end of the part that calls this, the latest first, or when the bench is interrupted. */
export function defer(undo: () => unknown): void {
  cleanups.push(undo)
}

async function undoDownTo(length: number) {
  while (cleanups.length > length) await cleanups.pop()?.()
}

/** Runs work and undoes what it deferred. */
export async function part<T>(work: () => Promise<T>): Promise<T> {
  const before = cleanups.length
  try {
    return await work()
  } finally {
    await undoDownTo(before)
  }
}

export function cleanUpWhenInterrupted(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void undoDownTo(0).finally(() => process.exit(1)))
}

/** Returns a new directory below the system's temporary one. */
export function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'))
  defer(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export type Place = Parameters<typeof openDatabase>[0] & { data_dir: string }

/** Runs work over the embedded database, then over a PostgreSQL server. */
export async function overBoth(work: (place: Place, processor: ProcessorClock) => Promise<void>): Promise<void> {
  print('  embedded database')
  await part(() => work({ data_dir: scratch(), database_url: null }, ownProcessor))
  print('\n  PostgreSQL server')
  await part(async () => {
    const server = await startPostgres()
    defer(server.stop)
    await work({ data_dir: scratch(), database_url: server.url }, childrenProcessor(server.pid))
  })
}

export function print(text = ''): void {
  process.stdout.write(`${text}\n`)
}

/** Prints a table: the first column is a name, the others are figures. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)))
  const widths = head.map((title, column) => Math.max(title.length, ...texts.map((row) => row[column]?.length ?? 0)))
  const line = ([name = '', ...cells]: readonly string[]) =>
    [name.padEnd(widths[0] ?? 0), ...cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0))].join('  ').trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  print(['', line(head), rule, ...texts.map(line)].map((text) => text && `  ${text}`).join('\n'))
}

export type Budgeted = readonly [name: string, value: number, most?: number | undefined, digits?: number]

/** Prints figures beside the most that is allowed for each. */
export function printBudgets(title: string, rows: readonly Budgeted[]): void {
  printTable(
    [title, 'measured', 'at most', 'budget'],
    rows.map(([name, value, most, digits = 0]) => [
      name,
      figure(value, digits),
      ...(most === undefined ? [] : [String(most), verdict(value, most)]),
    ]),
  )
}

/** A figure that the console is held to. */
export interface Row {
  measure: string
  value: number
  target: number
  /** Whether a larger value is the better one. */
  isMore?: true
  /** The peer or the limit, measured by turns with it. */
  beside?: readonly [name: string, value: number]
}

export function printRows(rows: readonly Row[]): void {
  const digits = (value: number) => figure(value, value < 10 ? 2 : 0)
  printTable(
    ['', 'measured', 'target', '', 'same run'],
    rows.map(({ measure, value, target, isMore = false, beside }) => [
      measure,
      digits(value),
      `${isMore ? '≥' : '≤'} ${digits(target)}`,
      (isMore ? value >= target : value <= target) ? 'met' : 'OVER',
      beside ? `${beside[0]} ${digits(beside[1])}` : '',
    ]),
  )
}

/** A figure with as many digits as it deserves. */
export function figure(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : 'n/a'
}

export function verdict(value: number, most: number): 'pass' | 'OVER' {
  return value <= most ? 'pass' : 'OVER'
}

/** Interpolates between the two samples nearest to the share (0 to 1); NaN of no samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort()
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5)

/** Milliseconds: of each run, and of processor time in the mean. */
export interface Sample {
  taken: number[]
  used: number
}

/** Measures one turn of each, again and again: what else the machine does meets all of them alike. */
export async function takeTurns(
  all: ReadonlyMap<string, () => Promise<unknown>>,
  runs: number,
  processor: ProcessorClock = ownProcessor,
): Promise<Map<string, Sample>> {
  const samples = new Map([...all.keys()].map((name): [string, Sample] => [name, { taken: [], used: 0 }]))
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, work] of all) {
      // The embedded database never leaves the turn of the event loop it is in: no interrupt would be heard.
      await breathe()
      const [start, before] = [performance.now(), processor()]
      await work()
      const sample = samples.get(name)
      // The first turn fills the caches.
      if (run === 0 || !sample) continue
      sample.taken.push(performance.now() - start)
      sample.used += (processor() - before) / runs
    }
  }
  return samples
}
