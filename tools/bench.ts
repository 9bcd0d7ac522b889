/** `npm run bench -- <name>…`: measures, prints tables, and leaves nothing behind. A figure over its budget is an error of `fairness` and `gate` alone. */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cleanUpWhenInterrupted } from '#tools/bench/cleanup.ts'
import { print } from '#tools/bench/table.ts'

interface BenchOptions {
  orders: number | undefined
  users: number | undefined
  /** Limits `fairness` to floods whose name contains it. */
  flood: string | undefined
  /** Makes the figures of `gate` the committed ones. */
  update: boolean | undefined
}

interface Bench {
  about: string
  run: (options: BenchOptions) => Promise<void>
}

const benches: Readonly<Record<string, Bench>> = {
  gate: {
    about: 'ratios of the proxy, pages, memory and bytes; fails where one is worse than its committed value',
    run: async ({ update }) => (await import('#tools/bench/gate.ts')).benchGate(update ?? false),
  },
  proxy: {
    about: 'what the proxy adds to a call, beside a bare node:http proxy and a bare Next route handler',
    run: async () => (await import('#tools/bench/proxy.ts')).benchProxy(),
  },
  page: {
    about: 'bytes, first row, blocking time and page change of the list pages, plain and slowed down',
    run: async () => (await import('#tools/bench/page.ts')).benchPage(),
  },
  ui: {
    about: 'typing to rows and scrolling in the list of 100,000 orders, or of --orders N, as the person sees it',
    run: async ({ orders }) => (await import('#tools/bench/ui.ts')).benchUi(orders ?? 100_000),
  },
  search: {
    about: 'order search over 10,000 and 100,000 orders, or up to --orders N',
    run: async ({ orders }) => (await import('#tools/bench/search.ts')).benchSearch(orders ?? 100_000),
  },
  service: {
    about: 'every filter of order search over 10,000, 100,000 and 1,000,000 orders on PostgreSQL, or up to --orders N',
    run: async ({ orders }) => (await import('#tools/bench/search.ts')).benchService(orders ?? 1_000_000),
  },
  directory: {
    about: 'the user directory: a crawl of 1,000,000 users, or of --users N, its memory, and every search',
    run: async ({ users }) => (await import('#tools/bench/directory.ts')).benchDirectory(users ?? 1_000_000),
  },
  fairness: {
    about: 'how long one person who floods the server delays the page and the call of another; fails over its budget',
    run: async ({ flood }) => (await import('#tools/bench/fairness/fairness.ts')).benchFairness(flood),
  },
  events: {
    about:
      'the inbox: 1,000 events a second for a minute, duplicates and late ones among them, on both databases; none lost',
    run: async () => (await import('#tools/bench/events.ts')).benchEvents(),
  },
  map: {
    about: 'frames a second of the map of service centers, and that its code is on no other page',
    run: async () => (await import('#tools/bench/map.ts')).benchMap(),
  },
  demo: {
    about: 'the demo: first row cold and warm, bytes, changing the scenario, search over 50,000 orders in the browser',
    run: async () => (await import('#tools/bench/demo.ts')).benchDemo(),
  },
  start: {
    about: 'seconds of a warm start until a page answers',
    run: async () => (await import('#tools/bench/start.ts')).benchStart(),
  },
}

const USAGE = [
  'npm run bench -- <name>… [--orders N] [--users N] [--flood TEXT] [--update]',
  ...Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(10)}${about}`),
  '  all       every one of them',
].join('\n')

function readArguments() {
  const number = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { orders: number, users: number, flood: { type: 'string' }, update: { type: 'boolean' } },
  })
  const orders = size('orders', values.orders)
  const users = size('users', values.users)
  const names = positionals.includes('all') ? Object.keys(benches) : positionals
  const chosen = names.map((name): [string, Bench] => {
    const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
    if (!bench) throw new RangeError(`There is no bench "${name}".`)
    return [name, bench]
  })
  return { orders, users, flood: values.flood, update: values.update, chosen }
}

function size(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return
  const value = Number(given)
  if (Number.isSafeInteger(value) && value >= 2000 && value <= 1_000_000) return value
  throw new RangeError(`--${name} is a number from 2000 to 1000000.`)
}

async function main() {
  const { chosen, ...options } = readArguments()
  if (chosen.length === 0) print(USAGE)
  for (const [name, bench] of chosen) {
    const start = performance.now()
    print(`\n${name}: ${bench.about}`)
    print(`  ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before it begins`)
    await bench.run(options)
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
