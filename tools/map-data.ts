/** `npm run map:data`: makes the map's own files from their sources, and prints how large they are. See map-data/README.md. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { printTable } from '#tools/bench/harness.ts'
import { cellsOf } from '#tools/map-data/details.ts'
import { surroundingsOf } from '#tools/map-data/neighborhood.ts'

const CELLS = new URL('../components/service-centers/map/base/cells.json', import.meta.url)
const FOLDER = new URL('../public/static/map/', import.meta.url)

const cells = [...cellsOf()].sort(([a], [b]) => a.localeCompare(b, 'en-US'))
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const sizes = [['surroundings', surroundingsOf()] as const, ...cells].map(([name, content]) => {
  const text = JSON.stringify(content)
  writeFileSync(new URL(`${name}.json`, FOLDER), text)
  return { name, kB: gzipSync(text).length / 1000 }
})
const corners = cells.map(([name]) => {
  const [, west, south] = /^w(-?\d+)n(-?\d+)$/.exec(name) ?? []
  return [-Number(west), Number(south)]
})
writeFileSync(CELLS, `${JSON.stringify(corners)}\n`)
const largest = [...sizes].sort((a, b) => b.kB - a.kB).slice(0, 8)
const total = sizes.reduce((sum, { kB }) => sum + kB, 0)
printTable(
  ['file', 'kB, gzip'],
  [...largest.map(({ name, kB }) => [name, kB.toFixed(1)]), [`all ${sizes.length}`, total.toFixed(1)]],
)
