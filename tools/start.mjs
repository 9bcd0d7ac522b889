/** `npm start`, `npm run dev` and `npm run demo`: prepares the checkout, then runs the server on Node 24 until it is told to stop. */
import { programOf } from './build.mjs'
import { prepare } from './prepare.mjs'
import { main, node24, runInForeground, tell } from './steps.mjs'

const dev = process.argv.includes('--dev')
const demo = process.argv.includes('--demo')

await main(async () => {
  await prepare({ built: !dev, slim: true })
  tell(dev ? 'Starting the server with hot reload.' : 'Starting the server.')
  const since = String(Math.round(performance.timeOrigin))
  // A larger young generation and more arenas only hold memory: pages are no faster with them.
  const flags = ['--max-semi-space-size=8']
  const program = dev ? 'lib/main.ts' : programOf(demo ? 'demo' : 'main')
  const args = [...flags, program, '--since', since, ...(dev ? ['--dev'] : [])]
  return runInForeground(node24(), args, {
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    MALLOC_ARENA_MAX: '2',
    // Given, it stays: otherwise the C library raises it, and keeps what was freed.
    MALLOC_TRIM_THRESHOLD_: '131072',
  })
})
