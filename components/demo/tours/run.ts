/** The tour that runs in this tab: one truth for the address, the drawer, the palette and the player. */

import { useSyncExternalStore } from 'react'
import { createSignal } from '#lib/utils/data/signal.ts'
import { saveProgress, TOUR_IDS, type TourId } from './tour.ts'

export interface Run {
  tour: TourId
  /** From 0; as many as there are steps once the tour is done. */
  step: number
  is_done: boolean
  /** Another one each time a tour is started, also the same tour. */
  turn: number
  /** Element that had the focus before the tour. */
  opener: HTMLElement | null
}

let run: Run | null = null
let turns = 0
const changed = createSignal()

function set(next: Run | null) {
  run = next
  changed.send()
}

export function startTour(tour: TourId, step = 0) {
  const active = document.activeElement
  turns += 1
  saveProgress(tour, step === 0 ? { step, is_done: false, subject: null } : { step })
  set({ tour, step, is_done: false, turn: turns, opener: active instanceof HTMLElement ? active : null })
}

export function goToStep(step: number) {
  if (!run) return
  saveProgress(run.tour, { step })
  set({ ...run, step, is_done: false })
}

export function finishTour() {
  if (!run) return
  saveProgress(run.tour, { step: 0, is_done: true })
  set({ ...run, is_done: true })
}

export function endTour() {
  const opener = run?.opener
  set(null)
  if (opener?.isConnected && opener !== document.body) return opener.focus()
  document.querySelector<HTMLElement>('[data-demo-chip]')?.focus()
}

export function useTourRun(): Run | null {
  return useSyncExternalStore(
    changed.subscribe,
    () => run,
    () => null,
  )
}

/** Reads `?tour=draw&step=3`, whose steps begin with 1; null where it names no tour. */
export function parseTour(tour: string | null, step: string | null): { tour: TourId; step: number } | null {
  const id = TOUR_IDS.find((each) => each === tour)
  const number = Number(step)
  return id ? { tour: id, step: Number.isInteger(number) && number > 1 ? number - 1 : 0 } : null
}

/** The values for the address; empty where no tour runs, which takes them out. */
export function tourParams(current: Run | null): { tour: string; step: string } {
  return current && !current.is_done ? { tour: current.tour, step: `${current.step + 1}` } : { tour: '', step: '' }
}

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

export const findField = (label: RegExp) => findLabeled(label, 'main label')

/** Returns the field of a label anywhere: a page, a dialog or a sheet. */
export function findLabeled(label: RegExp, selector = 'label'): HTMLElement | null {
  const element = find(selector, label)
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
