/** A page that the browser translates: two `<font>` take each text in, or stand in its place, as Chrome does it. */
import { readdirSync, readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { Providers } from './providers.tsx'

function translate(replaces: boolean) {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    text.parentNode?.insertBefore(outer, text)
    outer.append(inner)
    if (replaces) text.parentNode?.removeChild(text)
    inner.append(replaces ? (text.nodeValue ?? '') : text)
  }
}

function List({ rows, busy, mark }: { rows: readonly string[]; busy: boolean; mark: boolean }) {
  return (
    <Providers timeZone="UTC" clockHours={24} dayOrder="dmy" now={0}>
      <main>
        {busy && 'Loading '}
        {rows.length} rows
        {mark && <b>new</b>} of all
        {rows.map((row) => (
          <p key={row}>
            {row === 'b' ? <i>B</i> : row}, {busy ? 'old' : <em>fresh</em>}
          </p>
        ))}
        {!mark && 'last'}
      </main>
    </Providers>
  )
}

test.each([
  ['wrapped', false],
  ['replaced', true],
])('texts that a translation has %s change, come and go', (_, replaces) => {
  const page = render(<List rows={['a', 'b', 'c']} busy={false} mark={false} />)
  for (const [rows, busy, mark, text] of [
    [['c', 'a'], true, true, 'Loading 2 rowsnew of allc, olda, old'],
    [['b', 'd', 'c'], false, true, '3 rowsnew of allB, freshd, freshc, fresh'],
    [[], true, false, 'Loading 0 rows of alllast'],
    [['a', 'b'], false, false, '2 rows of alla, freshB, freshlast'],
  ] as const) {
    translate(replaces)
    page.rerender(<List rows={rows} busy={busy} mark={mark} />)
    expect(screen.getByRole('main').textContent).toBe(text)
  }
})

test('every element that shows an ID or a code is left as it is', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!test)\.tsx$/.test(file),
  )
  const shown = files.flatMap((file) => {
    const tags = readFileSync(`components/${file}`, 'utf8').matchAll(
      /<(?:[a-z]+|Verbatim)\s[^<>]*?(?:font-mono|id-text)[^<>]*>/g,
    )
    return [...tags].map(([tag]) => ({ file, tag }))
  })
  expect(shown.length).toBeGreaterThan(50)
  expect(shown.filter(({ tag }) => !(tag.includes('translate=') || /^<(?:input|Verbatim)/.test(tag)))).toEqual([])
  render(<Verbatim>8f1c</Verbatim>)
  expect(screen.getByText('8f1c').getAttribute('translate')).toBe('no')
})
