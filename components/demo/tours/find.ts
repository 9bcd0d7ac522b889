/** Finds what a step is about on the page, and uses it as a person would. */

const TOUR = '[data-tour]'

// `checkVisibility` is missing in jsdom, where nothing has a box either.
const isShown = (element: Element) =>
  typeof element.checkVisibility !== 'function' || (element.checkVisibility() && element.getClientRects().length > 0)

/** Returns the first visible match of a selector, whose text or accessible label fits if a pattern is given. */
export function find(selector: string, name?: RegExp): HTMLElement | null {
  const matches = [...document.querySelectorAll<HTMLElement>(selector)]
  return matches.find((each) => isShown(each) && !each.closest(TOUR) && (!name || name.test(nameOf(each)))) ?? null
}

/** A label of its own, the text of the elements it names, or what it says. */
function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const words = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  return (words || (element.textContent ?? '')).trim()
}

export const findLink = (path: string, name?: RegExp) => find(`main a[href="${path}"]`, name)
export const findButton = (name: RegExp) => find('button', name)
export const findDialog = (name: RegExp) => find('[role="dialog"]', name)

/** Returns the field with this visible label. */
export function findField(label: RegExp): HTMLElement | null {
  const element = find('main label', label)
  return element instanceof HTMLLabelElement ? element.control : null
}

/** The bars at the top of a page, and a popover. */
const TAKEN_HEIGHT = 320

/** Returns the card a heading belongs to, or the heading alone where the card leaves no room for a popover beside it. */
export function cardOf(heading: HTMLElement | null): HTMLElement | null {
  const card = heading?.closest<HTMLElement>('section') ?? heading
  return card && card.offsetHeight > window.innerHeight - TAKEN_HEIGHT ? heading : card
}

/** Whether there is no room beside a whole dialog. */
export const isSmallWindow = () => window.innerHeight < 700 || window.innerWidth < 700

export function click(element: HTMLElement | null) {
  element?.click()
}

/** Fills a text field so that React takes notice. */
export function fill(field: HTMLElement | null, text: string) {
  if (!isTextField(field)) return
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  // React replaces the setter of the element itself.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** Whether somebody is writing in the target or within it: the focus must stay there. */
export function isTypingIn(target: HTMLElement | null): boolean {
  const active = document.activeElement
  return isTextField(active) && active.value !== '' && target?.contains(active) === true
}
