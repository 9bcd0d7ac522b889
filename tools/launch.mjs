/** `launch.mjs [--build | --slim] file [arguments]`: prepares the checkout, then runs the file on Node 24. */
import { prepare } from './prepare.mjs'
import { main, node24, runInForeground } from './steps.mjs'

const args = process.argv.slice(2)
const built = args[0] === '--build'
const slim = args[0] === '--slim'

await main(async () => {
  await prepare({ built, slim })
  return runInForeground(node24(), built || slim ? args.slice(1) : args, { NEXT_TELEMETRY_DISABLED: '1' })
})
