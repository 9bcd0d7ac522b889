/** `npm run bench -- <name>…`: measures, prints tables, and leaves nothing behind. A figure over its budget is an error of `fairness` and `gate` alone. */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type BenchOptions, cleanUpWhenInterrupted, part, print } from '#tools/bench/harness.ts'

/** Each is a file of its own in `bench`. */
const ABOUT: Readonly<Record<string, string>> = {
  gate: 'ratios of the proxy, pages, memory and bytes; fails where one is worse than its committed value, or --update',
  proxy: 'what the proxy adds to a call, beside a bare node:http proxy',
  page: 'bytes, first row, blocking time and page change of the list pages, plain and slowed down',
  ui: 'typing to rows and scrolling in the list of 100,000 orders, or of --orders N, as the person sees it',
  search: 'order search over 10,000 and 100,000 orders, or up to --orders N',
  service: 'every filter of order search over 10,000, 100,000 and 1,000,000 orders on PostgreSQL, or up to --orders N',
  directory: 'the user directory: a crawl of 1,000,000 users, or of --users N, its memory, and every search',
  people: 'the index of people: 1,000,000 users on PostgreSQL, or --users N, 100,000 embedded: size, build, searches',
  fairness: 'how long a person who floods the server delays another, or --flood NAME alone; fails over its budget',
  events: 'the inbox: 1,000 events a second for a minute, some twice, some late, on both databases; none lost',
  demo: 'the demo: first row cold and warm, bytes, changing the scenario, search over 50,000 orders in the browser',
  soak: 'half an hour, or --minutes N, of calls, events and jobs, with the service away, kills, PostgreSQL frozen, a full disk; fails if anything is lost',
  start: 'seconds until a page answers: of a fresh clone, of a first start, and of a warm one',
  team: '50 people who click on PGlite, and 10 in 384 MB, or in 256 MB over PostgreSQL',
  all: 'the figures that the console is held to, in one table',
}

const USAGE = [
  'npm run bench -- <name>… [--orders N] [--users N] [--flood NAME] [--minutes N] [--update]',
  ...Object.entries(ABOUT).map(([name, about]) => `  ${name.padEnd(10)}${about}`),
].join('\n')

function size(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return
  const value = Number(given)
  if (Number.isSafeInteger(value) && value >= 2000 && value <= 1_000_000) return value
  throw new RangeError(`--${name} is a number from 2000 to 1000000.`)
}

async function main() {
  const text = { type: 'string' } as const
  const options = { orders: text, users: text, flood: text, minutes: text, update: { type: 'boolean' } } as const
  const { values, positionals: names } = parseArgs({ allowPositionals: true, options })
  const given = {
    ...values,
    orders: size('orders', values.orders),
    users: size('users', values.users),
    minutes: Number(values.minutes ?? 30),
  }
  for (const name of names) if (!Object.hasOwn(ABOUT, name)) throw new RangeError(`There is no bench "${name}".`)
  if (names.length === 0) print(USAGE)
  for (const name of names) {
    const start = performance.now()
    print(`\n${name}: ${ABOUT[name]}`)
    print(`  ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before it begins`)
    const { bench }: { bench: (options: BenchOptions) => Promise<void> } = await import(`#tools/bench/${name}.ts`)
    await part(() => bench(given))
    print(`  ${name} took ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
}

cleanUpWhenInterrupted()
try {
  await main()
} catch (error) {
  const isUsage = error instanceof RangeError || (error instanceof TypeError && 'code' in error)
  process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}\n` : `${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}
