/** `npm run lint`: Biome, Knip and the committed figures of the source, each to its end, in color only where a person reads it. */
import { join } from 'node:path'
import { main, node24, ROOT, runInForeground } from './steps.mjs'

const tool = (...path) => join(ROOT, 'node_modules', ...path)
// Biome colors what goes into a pipe, too, whatever NO_COLOR says.
const isColored = process.stdout.isTTY && !process.env.NO_COLOR

const TOOLS = [
  [tool('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', `--colors=${isColored ? 'force' : 'off'}`],
  [tool('knip', 'bin', 'knip.js'), '--config', 'tools/knip.jsonc', '--no-progress', '--no-config-hints'],
  [join(ROOT, 'tools', 'measure.ts'), '--check'],
]

await main(async () => {
  let code = 0
  for (const args of TOOLS) code = (await runInForeground(node24() ?? process.execPath, args)) || code
  return code
})
