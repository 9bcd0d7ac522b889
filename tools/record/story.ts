/** The README's animation: finds an order by its recipient, opens it, and moves it on while the timeline follows. */
import type { Locator, Page } from '@playwright/test'
import { untilQuiet } from '#tools/bench/site.ts'
import { findOrder, type Look } from './fixed-demo.ts'
import { durationMs, type Frame, mergeFrames, type Point, pointerPath } from './frames.ts'

const MOVE_STEPS = 9
const MOVE_DELAY_MS = 40
const KEY_DELAY_MS = 90
const PRESS_DELAY_MS = 120
const POINTER_ID = 'recorded-pointer'
const POINTER_PATH = 'M1 1 L1 17 L5.2 13.2 L7.9 19.4 L10.6 18.2 L7.9 12.2 L13.4 12.2 Z'

/** Films a page: a pointer that moves, presses and types, one frame for each thing that can be seen. */
async function openCamera(page: Page, start: Point) {
  const frames: Frame[] = []
  let at = start
  await page.mouse.move(at.x, at.y)

  async function hold(delayMs: number) {
    await page.evaluate(showPointer, { id: POINTER_ID, path: POINTER_PATH, ...at })
    frames.push({ image: await page.screenshot({ animations: 'disabled', caret: 'hide' }), delayMs })
  }

  async function moveTo(target: Locator) {
    await target.scrollIntoViewIfNeeded()
    for (const point of pointerPath(at, await centerOf(target), MOVE_STEPS)) {
      at = point
      await page.mouse.move(at.x, at.y)
      await hold(MOVE_DELAY_MS)
    }
  }

  return {
    frames,
    hold,

    async click(target: Locator) {
      await moveTo(target)
      await hold(PRESS_DELAY_MS)
      // Waits until nothing lies over it, such as a notice.
      await target.click()
    },

    async type(text: string) {
      for (const letter of text) {
        await page.keyboard.type(letter)
        await hold(KEY_DELAY_MS)
      }
    },
  }
}

/** Returns a natural place to press: not far to the right of a wide row. */
async function centerOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The target is not on the page.')
  return { x: Math.round(box.x + Math.min(box.width, 160) / 2), y: Math.round(box.y + box.height / 2) }
}

/** Screenshots show no pointer. Drawn anew on each page, in page coordinates of the window. */
function showPointer({ id, path, x, y }: { id: string; path: string } & Point) {
  let pointer = document.getElementById(id)
  if (!pointer) {
    pointer = document.createElement('div')
    pointer.id = id
    pointer.style.cssText = 'position:fixed;left:0;top:0;z-index:2147483647;pointer-events:none'
    pointer.innerHTML = `<svg width="18" height="24"><path d="${path}" fill="black" stroke="white" stroke-width="1.4"/></svg>`
    document.body.append(pointer)
  }
  pointer.style.transform = `translate(${x}px, ${y}px)`
}

const MAX_MS = 15_000
const ADVANCES = 3

export const STORY_LOOK: Look = { viewport: { width: 1180, height: 760 } }

/** @throws Error when the story got longer than a README should ask for */
export async function filmStory(page: Page): Promise<Frame[]> {
  const { id, recipient } = await findOrder(page, { order_type: 'testkit', status: 'with_customer' })
  const camera = await openCamera(page, { x: 640, y: 420 })
  await camera.hold(700)

  await camera.click(page.getByLabel('ID, patient, recipient'))
  await camera.type(recipient)
  const link = page.locator(`tbody a[href="/demo/orders/${id}"]`)
  await page.getByText(/\d found/).waitFor()
  await camera.hold(700)

  await camera.click(link)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  await untilQuiet(page)
  await camera.hold(1100)

  for (let count = 0; count < ADVANCES; count += 1) {
    const step = page.getByRole('button', { name: /^Advance to/ })
    const label = (await step.textContent()) ?? ''
    await camera.click(step)
    await step.filter({ hasText: label }).waitFor({ state: 'detached' })
    await untilQuiet(page)
    await camera.hold(count === ADVANCES - 1 ? 2200 : 900)
  }
  const frames = mergeFrames(camera.frames)
  const length = durationMs(frames)
  if (length > MAX_MS) throw new Error(`The animation takes ${length} ms, ${MAX_MS} at most.`)
  return frames
}
