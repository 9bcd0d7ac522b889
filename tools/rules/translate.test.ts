/** Machine-made texts (IDs, codes, addresses) are monospaced, and no browser translates them. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The start of an element of text, up to its class; what is typed into a field is never translated. */
const MONO = /<(?:span|code|p|pre|dd|dt|ul|ol|li|td|a|Link)\b[^<>]*?className="[^"]*\b(?:font-mono|id-text)\b[^"]*"/g

const translated = (source: string) => [...source.matchAll(MONO)].filter(([tag]) => !tag.includes('translate="no"'))

test('IDs and codes are left alone by a translation', () => {
  const found = globSync('{app,components}/**/*.tsx', { cwd: ROOT })
    .filter((path) => !path.includes('.test'))
    .flatMap((path) => translated(readFileSync(`${ROOT}/${path}`, 'utf8')).map(([tag]) => `${path}: ${tag}`))
  expect(found).toEqual([])
})

test('one that isn’t marked is seen', () => {
  expect(translated('<span className="block font-mono text-xs">')).toHaveLength(1)
  expect(translated('<span translate="no" className="block font-mono text-xs">')).toEqual([])
})
