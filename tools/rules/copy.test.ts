/** Texts on screen are plain English: replaced phrases don't come back. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RETIRED_PHRASES, RETIRED_WORDS } from './copy-phrases.testing.ts'

const SOURCES = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'app', 'components', 'lib', 'docs', 'README.md'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.(tsx?|md)$/.test(path) && !/\.(test|testing|conformance)\.tsx?$/.test(path))

/** The text of a file as people read it: without comments, one space between words, one kind of apostrophe. */
function readable(path: string): string {
  return withoutComments(readFileSync(path, 'utf8'))
    .replace(/\{' '\}/g, ' ')
    .replace(/\\?['’]/g, "'")
    .replace(/\s+/g, ' ')
}

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/^\s*\/\/.*$/gm, ' ')

/** Digits of an example stand for any value, also one that the code puts in. */
const patternOf = (phrase: string) =>
  new RegExp(
    `(?<![A-Za-z])${phrase
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/’/g, "'")
      .replace(/\d+/g, '(?:\\d+|\\$?\\{[^}]*\\})')}`,
  )

const texts = SOURCES.map((path) => ({ path, text: readable(path) }))

test('reads the screens', () => {
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.some(({ path, text }) => path.startsWith('components/') && text.includes('Search or jump to'))).toBe(
    true,
  )
})

test.each(RETIRED_PHRASES)('no screen says “%s”', (phrase) => {
  const pattern = patternOf(phrase)
  expect(texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
})

test.each(RETIRED_WORDS)('no text uses “%s”', (word) => {
  const pattern = new RegExp(`\\b${word}\\b`, 'i')
  const found = texts.filter(({ path, text }) => /^(app|components)\//.test(path) && pattern.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
