/** Renders a part of the console inside what every page gives it: queries, address, zone and clock, no mask, tooltip, live region. */
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { HintProvider } from '#components/ui/button/hint.tsx'
import { Announcer } from '#components/ui/dialog/announcer.tsx'
import { MaskProvider } from '#components/ui/display/mask.tsx'
import { ViewerProvider } from '#components/ui/display/viewer.tsx'
import { createQueryClient } from '#lib/kernel/client/queries.ts'
import { clients } from './page.ts'

export const NOW = Date.parse('2026-11-19T20:32:00Z')

const UNMASKED = { environment: 'test', masked_by_default: false, choice: null, now: NOW }

interface PageOptions {
  /** The query string of the page's address. */
  search?: string
  /** State of this history entry. */
  held?: Readonly<Record<string, string>>
}

// jsdom has no layout, so what would scroll does nothing, and lacks `CSS.escape`, which react-aria asks for.
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
Object.defineProperty(globalThis, 'CSS', { value: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } })

// jsdom's own answer depends on what was focused last, even in a test before.
const { matches } = Element.prototype
let byKeys = false
for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, () => (byKeys = type === 'keydown'), true)
Object.defineProperty(Element.prototype, 'matches', {
  value(this: Element, selector: string) {
    return selector === ':focus-visible' ? byKeys && this === document.activeElement : matches.call(this, selector)
  },
})

export function renderPage(ui: ReactNode, { search, held = {} }: PageOptions = {}) {
  if (search !== undefined) window.history.replaceState({ held }, '', search)
  const client = createQueryClient()
  clients.push(client)
  const page = render(
    <QueryClientProvider client={client}>
      <ViewerProvider timeZone="UTC" clockHours={24} now={NOW}>
        <MaskProvider settings={UNMASKED}>
          <HintProvider>{ui}</HintProvider>
        </MaskProvider>
      </ViewerProvider>
      <Announcer />
    </QueryClientProvider>,
  )
  return { ...page, client }
}
