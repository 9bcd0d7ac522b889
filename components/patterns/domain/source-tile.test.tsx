import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SourceTile } from './source-tile.tsx'

test.each([
  ['/icon.svg', true],
  ['/static/media/ring.1a2b.png', true],
  ['//evil.test/ring.png', false],
  ['/\\evil.test/ring.png', false],
  ['/\t/evil.test/ring.png', false],
  ['/static//evil.test/ring.png', false],
  ['/static/../api/console/audit/export.png', false],
  ['/api/console/audit/export', false],
  ['/api/service/live/v2/user/resolve/x.png', false],
  ['https://logos.test/ring.svg', false],
])('a picture is loaded only if it is a file of this console: %s', (logo, isShown) => {
  const { container } = render(<SourceTile source={{ name: 'Ring', slug: 'ring', logo }} />)
  expect(container.querySelector('img') !== null).toBe(isShown)
})
