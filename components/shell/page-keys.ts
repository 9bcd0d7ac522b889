/** Page Down, Page Up, Home and End scroll the page wherever the focus is: a browser scrolls only around the focus. */

/** Share of the visible height, as in browsers. */
const PAGE_PART = 0.9
const TAKES_KEYS =
  'input, select, textarea, [contenteditable=true], [role=listbox], [role=menu], [role=grid], [role=tablist], [role=dialog], [role=alertdialog]'

function scrolls(element: Element): boolean {
  if (element.scrollHeight <= element.clientHeight + 1) return false
  return /auto|scroll/.test(getComputedStyle(element).overflowY)
}

/** The part of the page that scrolls: the tallest one, where there are several. */
function scrollerOf(main: Element): Element | null {
  const all = [...main.querySelectorAll('*')].filter(scrolls)
  return all.sort((a, b) => b.clientHeight - a.clientHeight)[0] ?? null
}

function isWithinScroller(element: Element, main: Element): boolean {
  for (let at: Element | null = element; at && at !== main; at = at.parentElement) if (scrolls(at)) return true
  return false
}

/** Returns how far down a key leads; null for a key that scrolls nothing. */
function targetOf(key: string, { scrollTop, scrollHeight, clientHeight }: Element): number | null {
  if (key === 'PageDown') return scrollTop + clientHeight * PAGE_PART
  if (key === 'PageUp') return scrollTop - clientHeight * PAGE_PART
  if (key === 'End') return scrollHeight
  return key === 'Home' ? 0 : null
}

/** Scrolls the page where the browser would scroll nothing. */
export function scrollByKey(event: KeyboardEvent) {
  const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
  if (!(target instanceof Element)) return
  // The browser scrolls the window itself.
  const { scrollHeight, clientHeight } = document.documentElement
  if (scrollHeight > clientHeight) return
  const main = document.getElementById('main')
  if (!main || target.closest(TAKES_KEYS) || isWithinScroller(target, main)) return
  const scroller = scrollerOf(main)
  const top = scroller && targetOf(key, scroller)
  if (!scroller || top === null) return
  scroller.scrollTo({ top })
}
