/** The margin of a printed record says on each page to whom it belongs. */
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PageFoot } from './print-sheet.tsx'

const NAME = 'Ana "Nia" O\'Brien</style> \\ Łuć, born Apr 14, 1962'

test('a name of any signs stays one text on paper, and the screen has none', () => {
  const { container } = render(<PageFoot>{NAME}</PageFoot>)
  expect(container.textContent).toBe('')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const [, text = ''] = /content: "([^"]*)"/.exec(container.textContent ?? '') ?? []
  expect(text).not.toMatch(/[<>"'\n]/)
  const read = text.replaceAll(/\\([\da-f]+) /g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
  expect(read).toBe(NAME)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(container.textContent).toBe('')
})
