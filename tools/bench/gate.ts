/**
 * Ratios within one run that must not get worse, since load on the machine affects both sides alike. A figure worse
 * than its committed value in every round, by more than its tolerance, fails the run.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type BenchOptions, figure, print, printTable } from './harness.ts'
import { load } from './load.ts'
import { ownProcessor } from './processor.ts'
import { loaded, pagesOf, startContenders } from './proxy.ts'
import { AS_STARTED } from './servers.ts'
import { ofPages, startSite } from './site.ts'

const COMMITTED = fileURLToPath(new URL('gate.json', import.meta.url))
const ROUNDS = 2
/** Rounds while a figure is still worse: the machine may have been busy with something else. */
const MOST_ROUNDS = 8
const CONNECTIONS = 50
const SLICE_MS = 2_000
const WARM_UP_MS = 1_500
const PAGES = 50

interface Figure {
  /** Whether a larger value is the better one. */
  isMore?: true
  /** Share of the committed value by which it may be worse; one without is shown and never fails. */
  may?: number
}

/** Both sides of a ratio meet the same load, but a shared processor gave one commit 0.19 and 0.13 within a day. */
const RATIO = 0.4
const MEMORY = 0.25
const BYTES = 0.02
/** The rows are those of the day. */
const BYTES_OF_ROWS = 0.05
const FIGURES = {
  'proxy whole, requests/s ÷ bare': { isMore: true, may: RATIO },
  'proxy and embedded service, requests/s ÷ bare': { isMore: true, may: RATIO },
  'list pages to 1,000 bare requests': { isMore: true, may: RATIO },
  // A shared processor counts up to twice the time for the same work while others use it.
  'CPU per call, proxy whole ÷ fixed work': {},
  'CPU per call, embedded ÷ fixed work': {},
  'CPU per list page ÷ fixed work': {},
  'memory at most until ready, MB': { may: MEMORY },
  'memory when ready, MB': { may: MEMORY },
  [`memory after ${PAGES} pages, MB`]: { may: MEMORY },
  'JavaScript of a list page, bytes of gzip': { may: BYTES },
  'HTML of a list page, bytes': { may: BYTES_OF_ROWS },
  'HTML of a list page, bytes of gzip': { may: BYTES_OF_ROWS },
} as const satisfies Record<string, Figure>
type Name = keyof typeof FIGURES
type Measured = Partial<Record<Name, number>>

const committed = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(COMMITTED, 'utf8')))

/** The best of all rounds beside the committed figures. */
function compared(rounds: readonly Measured[]) {
  return Object.entries<Figure>(FIGURES).map(([name, { isMore = false, may = Number.POSITIVE_INFINITY }]) => {
    const values = rounds.flatMap((round) => new Map(Object.entries(round)).get(name) ?? [])
    const best = isMore ? Math.max(...values) : Math.min(...values)
    const before = committed[name]
    const isWorse = before !== undefined && (isMore ? best < before * (1 - may) : best > before * (1 + may))
    return { name, best, before, isWorse }
  })
}

/** `update`: today's figures become the committed ones. */
export async function bench({ update = false }: BenchOptions): Promise<void> {
  const rounds = await measure()
  const rows = compared(rounds)
  const digits = (value: number) => figure(value, value < 100 ? 3 : 0)
  printTable(
    [`best of ${rounds.length - 1} rounds`, 'today', 'committed', ''],
    rows.map(({ name, best, before, isWorse }) => [
      name,
      digits(best),
      before === undefined ? '-' : digits(before),
      isWorse ? 'WORSE' : 'pass',
    ]),
  )
  if (update) {
    const rounded = rows.map(({ name, best }) => [name, Number(best.toPrecision(4))])
    writeFileSync(COMMITTED, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
  } else if (rows.some(({ isWorse }) => isWorse)) process.exitCode = 1
}

async function measure(): Promise<Measured[]> {
  const site = await startSite({ LOG_LEVEL: 'error', ...AS_STARTED })
  const figures = await ofPages(site, PAGES)
  const rounds: Measured[] = [
    {
      'memory at most until ready, MB': figures.most,
      'memory when ready, MB': figures.ready,
      [`memory after ${PAGES} pages, MB`]: figures.after,
      'JavaScript of a list page, bytes of gzip': figures.scripts,
      'HTML of a list page, bytes': figures.html,
      'HTML of a list page, bytes of gzip': figures.sent,
    },
  ]
  const { bare, whole, embedded } = await startContenders(site)
  for (const one of [bare, whole, embedded]) await load(one, CONNECTIONS, WARM_UP_MS)
  const isEnough = (round: number) =>
    round >= MOST_ROUNDS || (round >= ROUNDS && compared(rounds).every(({ isWorse }) => !isWorse))
  for (let round = 0; !isEnough(round); round += 1) {
    print(`  round ${round + 1}`)
    const fixed = fixedWork()
    const plain = await loaded(bare, CONNECTIONS, SLICE_MS)
    const proxy = await loaded(whole, CONNECTIONS, SLICE_MS)
    const both = await loaded(embedded, CONNECTIONS, SLICE_MS)
    const pages = await pagesOf(site)
    rounds.push({
      'proxy whole, requests/s ÷ bare': proxy.perSecond / plain.perSecond,
      'proxy and embedded service, requests/s ÷ bare': both.perSecond / plain.perSecond,
      'list pages to 1,000 bare requests': (1000 * pages.perSecond) / plain.perSecond,
      'CPU per call, proxy whole ÷ fixed work': proxy.cpu / fixed,
      'CPU per call, embedded ÷ fixed work': both.cpu / fixed,
      'CPU per list page ÷ fixed work': pages.cpu / fixed,
    })
  }
  return rounds
}

/** Returns the milliseconds of processor time that work which never changes takes now: JSON and hashes, as in a call. */
function fixedWork(): number {
  const rows = Array.from({ length: 500 }, (_, n) => ({ id: `row-${n}`, name: `Patient ${n}`, at: n * 1000 }))
  const begun = ownProcessor()
  for (let n = 0; n < 400; n += 1)
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(JSON.stringify(rows))))
      .digest()
  return (ownProcessor() - begun) / 100
}
