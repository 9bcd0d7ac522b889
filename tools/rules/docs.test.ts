/** Claims of the documents: files, folders, links and the list of domains. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { APPEND_ONLY } from '#lib/platform/database/owner.ts'

const PAGES = globSync(['*.md', 'docs/**/*.md', 'lib/**/*.md', 'tools/**/*.md', 'e2e/**/*.md'])
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n')

const textOf = (page: string) => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** Returns the texts in backticks that read as files or folders; placeholders and commands don't. */
function pathsIn(page: string): string[] {
  const quoted = [...textOf(page).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? '')
  return quoted.filter((text) =>
    /^[\w.[\]*{},-][\w.[\]/*{},-]*\.(?:tsx?|mjs|md|jsonc?|sql)$|^(?:app|components|lib|tools|e2e|docs)\/[^\s<…]+$/.test(
      text,
    ),
  )
}

/** By its path, beside the page, or by its last part: the README of a folder speaks of that folder. */
function isThere(path: string, page: string): boolean {
  const plain = path.replace(/\/$/, '')
  const folder = /^docs\/|^README/.test(page) ? '' : `${dirname(page)}/`
  if (existsSync(plain) || existsSync(join(dirname(page), plain)) || existsSync(join('node_modules', plain)))
    return true
  if (/[*{]/.test(plain)) return globSync([plain, `${folder}**/${plain}`], { exclude: ['node_modules/**'] }).length > 0
  return FILES.some((file) => file.startsWith(folder) && `/${file}/`.includes(`/${plain}/`))
}

/** As GitHub makes anchors of them. */
const headingsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(PAGES)('%s', (page) => {
  test('names only files that exist', () => {
    expect(pathsIn(page).filter((path) => !isThere(path, page))).toEqual([])
  })

  // An address of the product begins with a slash; those of sample records are checked with the records.
  test('links only to what exists', () => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '')
    const files = links
      .filter((link) => !/^(?:https?:|mailto:|#|\/)/.test(link))
      .map((link) => link.split('#')[0] ?? '')
    expect(files.filter((file) => !existsSync(join(dirname(page), file)))).toEqual([])
    const anchors = links.flatMap((link) => {
      const [, file = '', anchor] = /^([^:#]*\.md)?#(.+)$/.exec(link) ?? []
      return anchor ? [[file === '' ? page : join(dirname(page), file), anchor] as const] : []
    })
    expect(anchors.filter(([file, anchor]) => !headingsOf(file).includes(anchor))).toEqual([])
  })

  test('names only commands that exist', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const named = [...readFileSync(page, 'utf8').matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

test('the README says in one table what else there is, in 150 lines at most', () => {
  const lines = readFileSync('README.md', 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(150)
  expect(lines.filter((line) => /^\|(?:-+\|)+$/.test(line))).toHaveLength(1)
  const order = ['order-story.gif', '## What', '## Start', '## The demo', '## Connect', '## Read on', '## License']
  const places = order.map((part) => lines.findIndex((line) => line.includes(part)))
  expect(places).toEqual(places.toSorted((a, b) => a - b).filter((place) => place > 0))
})

test('docs/security.md names every append-only table', () => {
  const [, tables = ''] = /:\n(.*) are append-only\./.exec(readFileSync('docs/security.md', 'utf8')) ?? []
  expect(tables.split(', ')).toEqual(APPEND_ONLY.map((table) => `\`${table}\``))
})

test('the architecture names every domain', () => {
  const [, list = ''] = /^Domains: ([\s\S]*?)\.\n\n/m.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  const named = list.replaceAll(/\s*\([^)]*\)/g, '').split(/,\s+/)
  const folders = readdirSync('lib/domains', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(named.sort()).toEqual(folders.map(({ name }) => name).sort())
})

test('the flows of the architecture name functions that exist, in 20 steps at most', () => {
  const [, part = ''] = /^## Three flows\n([\s\S]*?)^## /m.exec(readFileSync('docs/architecture.md', 'utf8')) ?? []
  const flows = [...part.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, lines = '']) => lines.trimEnd().split('\n'))
  expect(flows.map(({ length }) => length <= 20)).toEqual([true, true, true])
  const missing = flows.flat().filter((line) => {
    const [, name = '', file = ''] = /^ ?\d+ (\w+) +(\S+) +\S/.exec(line) ?? []
    return !(existsSync(file) && new RegExp(`\\b(?:function|const) ${name}\\b`).test(readFileSync(file, 'utf8')))
  })
  expect(missing).toEqual([])
})
