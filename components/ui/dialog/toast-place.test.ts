// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { toastPlace } from './toast-place.ts'

function buttonAt(top: number, right: number) {
  const button = document.createElement('button')
  button.getBoundingClientRect = () => new DOMRect(right - 80, top, 80, 30)
  return button
}

test('a toast never covers the button that led to it', () => {
  expect(toastPlace(buttonAt(70, 1_260), 1_280)).toBe('bottom')
  expect(toastPlace(buttonAt(70, 600), 1_280)).toBe('top')
  expect(toastPlace(buttonAt(600, 1_260), 1_280)).toBe('top')
  expect(toastPlace(buttonAt(100, 200), 390)).toBe('bottom')
  expect(toastPlace(null, 1_280)).toBe('top')
  expect(toastPlace(document.body, 1_280)).toBe('top')
})
