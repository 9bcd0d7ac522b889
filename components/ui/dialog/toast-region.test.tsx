/** Messages one after another: success makes way for success, and never for a failure. */
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { show, ToastRegion } from './toast-region.tsx'

test('the last success is shown, beside each failure', async () => {
  renderPage(<ToastRegion place="top" />)
  act(() => {
    show({ kind: 'done', title: 'Assigned to you.' })
    show({ kind: 'failed', title: 'Not saved.' })
    show({ kind: 'done', title: 'Given back.' })
  })
  expect(await screen.findByText('Given back.')).toBeTruthy()
  expect(screen.getByText('Not saved.')).toBeTruthy()
  expect(screen.queryByText('Assigned to you.')).toBeNull()
})
