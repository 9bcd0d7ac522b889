/** The README's animation: finds an order by its recipient, opens it, and moves it on while the timeline follows. */
import type { BrowserContext, Page } from '@playwright/test'
import { untilQuiet } from '#tools/bench/observers/quiet.ts'
import { openCamera } from './camera.ts'
import { durationMs, type Frame, mergeFrames } from './frames.ts'
import { findRareRecipient } from './orders.ts'

const MAX_MS = 15_000
const ADVANCES = 3

export const STORY_LOOK = { width: 1180, height: 760, theme: 'light' } as const

/** @throws Error when the story got longer than a README should ask for */
export async function filmStory(context: BrowserContext): Promise<Frame[]> {
  const page = await context.newPage()
  const { id, recipient } = await findRareRecipient(page, { order_type: 'testkit', status: 'with_customer' })
  const camera = await openCamera(page, { x: 640, y: 420 })
  await camera.hold(700)

  await camera.click(page.getByLabel('ID, patient, recipient'))
  await camera.type(recipient)
  const link = page.locator(`tbody a[href="/demo/orders/${id}"]`)
  await page.getByText(/\d found/).waitFor()
  await camera.hold(700)

  await camera.click(link)
  await page.getByRole('region', { name: 'Events' }).waitFor()
  await untilQuiet(page)
  await camera.hold(1100)

  for (let count = 0; count < ADVANCES; count += 1) {
    const before = await eventCount(page)
    await camera.click(page.getByRole('button', { name: /^Advance to/ }))
    await page.waitForFunction((most) => document.querySelectorAll('[id^=event-]').length > most, before)
    await camera.hold(count === ADVANCES - 1 ? 2200 : 900)
  }
  const frames = mergeFrames(camera.frames)
  const length = durationMs(frames)
  if (length > MAX_MS) throw new Error(`The animation takes ${length} ms, ${MAX_MS} at most.`)
  return frames
}

const eventCount = (page: Page) => page.locator('[id^=event-]').count()
