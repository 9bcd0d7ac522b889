/** Machine-made texts (IDs, codes, addresses) are monospaced, and no browser translates them. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'

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

interface Syntax {
  type: string
  start: number
  [part: string]: unknown
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function partsOf(node: Syntax): Syntax[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isSyntax))
}

const isText = (value: unknown): boolean =>
  isSyntax(value) &&
  ((value.type === 'Literal' && typeof value['value'] === 'string') || value.type === 'TemplateLiteral')

/** Comes and goes: what is before or behind it is placed anew each time. */
function isConditional({ type, expression }: Syntax): boolean {
  if (type !== 'JSXExpressionContainer' || !isSyntax(expression)) return false
  if (expression.type === 'LogicalExpression') return expression['operator'] === '&&'
  const { consequent, alternate } = expression
  return expression.type === 'ConditionalExpression' && !(isText(consequent) && isText(alternate))
}

const isBare = ({ type, value }: Syntax) => type === 'JSXText' && typeof value === 'string' && value.trim() !== ''

/** Places of texts that stand, without an element of their own, beside what comes and goes. */
function bareTexts(node: Syntax): number[] {
  const { children } = node
  const beside = Array.isArray(children) ? children.filter(isSyntax) : []
  const own = beside.some(isBare) && beside.some(isConditional) ? [node.start] : []
  return [...own, ...partsOf(node).flatMap(bareTexts)]
}

const bareIn = (source: string) => {
  const program: unknown = parseAst(source, { lang: 'tsx' })
  const starts = isSyntax(program) ? bareTexts(program) : []
  return starts.map((start) => source.slice(0, start).split('\n').length)
}

test('no text stands bare beside what comes and goes: React and a translation would both move it', () => {
  const found = globSync('{app,components}/**/*.tsx', { cwd: ROOT })
    .filter((path) => !path.includes('.test'))
    .flatMap((path) => bareIn(readFileSync(`${ROOT}/${path}`, 'utf8')).map((line) => `${path}:${line}`))
  expect(found).toEqual([])
})

test('a bare text is seen, one in an element isn’t', () => {
  expect(bareIn('const a = <p>Order {b && <i />}</p>')).toEqual([1])
  expect(bareIn('const a = <p>Order {b ? <i /> : null}</p>')).toEqual([1])
  expect(bareIn('const a = <p><span>Order</span> {b && <i />} <span>{c}.</span></p>')).toEqual([])
  expect(bareIn("const a = <p>Order {b ? 'one' : 'two'}</p>")).toEqual([])
})
