/** The rows of service-gaps.md, which comments and tests name by their first column. */
import { readFileSync } from 'node:fs'

export const gaps = readFileSync(new URL('service-gaps.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [name = '', section = '', decision = ''] = line.slice(2, -2).split(/(?<!\\) ?\| /)
    return { name, section, decision }
  })
