/** Texts that lie over each other, and a page that is wider than its window: what nobody may have to read. */
import type { Page } from '@playwright/test'

interface Box {
  /** Which text of the page: one that wraps has several boxes. */
  text: number
  words: string
  left: number
  right: number
  top: number
  bottom: number
}

/** Pixels by which the boxes of lines that touch may overlap. */
const SLACK = 2

/**
 * Returns pairs of texts on screen whose boxes overlap by more than two pixels, as "one / other". What is drawn over the
 * page on purpose (a bar that stays, a dialog) and what can't be seen doesn't count.
 */
export async function overlappingTexts(page: Page): Promise<string[]> {
  const script = [staysInPlace, visiblePart, isOnTop, textBoxes].map(String).join('\n')
  const boxes: Box[] = await page.evaluate(`(() => { ${script}; return textBoxes() })()`)
  return pairsOf(boxes.sort((one, other) => one.top - other.top))
}

function pairsOf(boxes: readonly Box[]): string[] {
  const found = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => other.text !== one.text && areOver(one, other))
      .map((other) => `${one.words} / ${other.words}`),
  )
  return [...new Set(found)]
}

function areOver(one: Box, other: Box): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return width > SLACK && height > SLACK
}

/** Returns by how many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

// The rest runs in the page.

function staysInPlace(element: Element | null): boolean {
  if (!element) return false
  return ['sticky', 'fixed'].includes(getComputedStyle(element).position) || staysInPlace(element.parentElement)
}

/** A box without what the boxes around it clip away. */
function visiblePart({ left, right, top, bottom }: DOMRect, parent: Element): DOMRect {
  const edges: DOMRect[] = []
  for (let box: Element | null = parent; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== 'visible') edges.push(box.getBoundingClientRect())
  }
  const x = Math.max(left, ...edges.map((edge) => edge.left))
  const y = Math.max(top, ...edges.map((edge) => edge.top))
  const width = Math.min(right, ...edges.map((edge) => edge.right)) - x
  const height = Math.min(bottom, ...edges.map((edge) => edge.bottom)) - y
  return new DOMRect(x, y, Math.max(0, width), Math.max(0, height))
}

/** A covered element isn't visible at that place. */
function isOnTop({ left, top, width, height }: DOMRect, parent: Element): boolean {
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (hit.contains(parent) || parent.contains(hit))
}

function textBoxes() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  return texts.flatMap((node, text) => {
    const parent = node.parentElement
    const words = node.data.trim()
    if (words === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    // The box around a slanted text is far larger than the text.
    if (staysInPlace(parent) || getComputedStyle(parent).rotate !== 'none') return []
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
      .map((whole) => visiblePart(whole, parent))
      .filter((box) => box.width > 2 && box.height > 2 && isOnTop(box, parent))
      .map(({ left, right, top, bottom }) => ({ text, words, left, right, top, bottom }))
  })
}

/**
 * Returns what is wrong with the rows of a list on Letter paper, upright and across: texts cut off and broken times. The
 * page prints light, and says of which environment, when and by whom.
 */
export async function printFaults(page: Page): Promise<string[]> {
  const window = page.viewportSize()
  const faults: string[] = []
  for (const width of [816, 1056]) {
    await page.setViewportSize({ width, height: 1056 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByText(/^Vialdesk, Sandbox\. Printed .+ by /).waitFor({ timeout: 5000 })
    const texts = await page.locator('main tbody').evaluateAll((bodies) =>
      bodies.flatMap((body) => {
        const isCut = (one: Element) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1
        const cut = [...body.querySelectorAll('.truncate')].filter(isCut)
        const times = [...body.querySelectorAll('.time-stamp')]
        return [...cut, ...times.filter((one) => one.getBoundingClientRect().height > 30)].map((one) => one.textContent)
      }),
    )
    faults.push(...texts.map((text) => `${width}: ${text}`))
  }
  await page.emulateMedia({ media: null, colorScheme: null })
  if (window) await page.setViewportSize(window)
  return faults
}
