/** Films a page: a pointer that moves, presses and types, one frame for each thing that can be seen. */
import type { Locator, Page } from '@playwright/test'
import { type Frame, type Point, pointerPath } from './frames.ts'

export interface Camera {
  frames: Frame[]
  /** Shows the page as it is. */
  hold(delayMs: number): Promise<void>
  moveTo(target: Locator): Promise<void>
  click(target: Locator): Promise<void>
  type(text: string): Promise<void>
}

const MOVE_STEPS = 9
const MOVE_DELAY_MS = 40
const KEY_DELAY_MS = 90
const PRESS_DELAY_MS = 120
const POINTER_ID = 'recorded-pointer'
const POINTER_PATH = 'M1 1 L1 17 L5.2 13.2 L7.9 19.4 L10.6 18.2 L7.9 12.2 L13.4 12.2 Z'

export async function openCamera(page: Page, start: Point): Promise<Camera> {
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
    moveTo,

    async click(target) {
      await moveTo(target)
      await hold(PRESS_DELAY_MS)
      await page.mouse.down()
      await page.mouse.up()
    },

    async type(text) {
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
  const namespace = 'http://www.w3.org/2000/svg'
  let pointer = document.getElementById(id)
  if (!pointer) {
    pointer = document.createElement('div')
    pointer.id = id
    pointer.style.cssText = 'position:fixed;left:0;top:0;z-index:2147483647;pointer-events:none'
    const svg = document.createElementNS(namespace, 'svg')
    svg.setAttribute('width', '18')
    svg.setAttribute('height', '24')
    const shape = document.createElementNS(namespace, 'path')
    shape.setAttribute('d', path)
    shape.setAttribute('fill', 'black')
    shape.setAttribute('stroke', 'white')
    shape.setAttribute('stroke-width', '1.4')
    svg.append(shape)
    pointer.append(svg)
    document.body.append(pointer)
  }
  pointer.style.transform = `translate(${x}px, ${y}px)`
}
