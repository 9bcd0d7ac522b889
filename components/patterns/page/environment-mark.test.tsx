import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PrintSheet } from '#components/patterns/print/print-sheet.tsx'
import { renderPage } from '#components/testing/render.tsx'

const MARK = 'Demo, sample data'

test('what is printed in the demo says so, on its first page and in the margin of each', () => {
  renderPage(<PrintSheet>Bring your ID.</PrintSheet>, { search: '/demo/orders' })
  const sheet = document.querySelector('[data-print-sheet]')
  expect(sheet?.textContent).toContain(`@top-center { content: "${MARK}"`)
  expect(screen.getByText(MARK)).toBeTruthy()
})

test('what is printed elsewhere does not', () => {
  renderPage(<PrintSheet>Bring your ID.</PrintSheet>, { search: '/sandbox/orders' })
  expect(screen.getByText('Bring your ID.')).toBeTruthy()
  expect(document.body.textContent).not.toContain(MARK)
})
