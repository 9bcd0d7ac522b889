/** Operations triages the morning. */

import type { DemoSnapshot } from '#lib/demo/control.ts'
import { demoNow } from '#lib/demo/use-demo.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { cardOf, click, fill, find, findDialog, findLink, isSmallWindow } from './find.ts'
import { findMorning } from './subjects.ts'
import { type Scene, TOUR_TITLES, type Tour } from './tour.ts'

const overviewPath = ({ home }: Scene) => home
const acknowledgeButton = ({ subject }: Scene) =>
  find(`main button[aria-label="Acknowledge order ${shortId(subject.order_id)}"]`)
const acknowledgeDialog = () => findDialog(/^Acknowledge critical result/)
const commentField = () => find('[role="dialog"] textarea')
const problemPath = ({ home, subject }: Scene) => `${home}/orders/${subject.problem_id}`
const problemLink = (scene: Scene) => findLink(problemPath(scene))
const assignButton = (scene: Scene) =>
  find(`main tr:has(a[href="${problemPath(scene)}"]) button[aria-label="Assign to me"]`)

function acknowledge() {
  fill(commentField(), 'Called the ordering physician, who will contact the patient today.')
  // The form reads the comment after React has taken it in.
  requestAnimationFrame(() => click(find('[role="dialog"] button[type="submit"]', /^Acknowledge/)))
}

/** Whether the clock was moved, and did not only run. */
function isMoved(before: DemoSnapshot, now: DemoSnapshot): boolean {
  return demoNow(now.clock) - demoNow(before.clock) > 1_000
}

export const morning: Tour = {
  id: 'morning',
  title: TOUR_TITLES.morning,
  summary: 'Start with critical results, then orders that need action, then what is coming up.',
  minutes: 3,
  role: 'administrator',
  scenario: { base: 'busy', modifiers: [], booking: null },
  findSubject: findMorning,
  steps: [
    {
      text: 'Critical results come first, the newest on top. Take the first one.',
      path: overviewPath,
      target: acknowledgeButton,
      action: 'Acknowledge result',
      perform: (scene) => click(acknowledgeButton(scene)),
      completion: { kind: 'page', holds: () => acknowledgeDialog() !== null },
    },
    {
      text: 'Say who was informed and what happens next. You become the owner, and your team sees the comment.',
      path: overviewPath,
      target: () => (isSmallWindow() ? commentField() : acknowledgeDialog()),
      action: 'Acknowledge',
      perform: acknowledge,
      completion: { kind: 'answered', method: 'POST', path: /\/acknowledgements$/ },
    },
    {
      text: 'Next, orders that need action, oldest problem first. Each row says what happened and what to do. Take one on, so that your team sees whose it is.',
      path: overviewPath,
      target: assignButton,
      action: 'Assign to me',
      perform: (scene) => click(assignButton(scene)),
      completion: { kind: 'answered', method: 'PATCH', path: /\/worklist\/[^/]+$/ },
    },
    {
      text: 'Open the first order. There, J and K lead to the next and the previous one.',
      path: overviewPath,
      target: problemLink,
      action: 'View order',
      perform: (scene) => click(problemLink(scene)),
      completion: { kind: 'page', holds: () => find('main [aria-label="What to do"]') !== null },
    },
    {
      text: 'One line says what happened and what to do next. The timeline below has every event.',
      path: null,
      target: () => find('main [aria-label="What to do"]'),
      action: 'Continue',
      perform: null,
      completion: null,
    },
    {
      text: 'Bookings that aren’t confirmed yet count down here, so you don’t give a patient a time that isn’t confirmed.',
      path: overviewPath,
      target: () => cardOf(find('#pending-bookings-title')),
      action: 'Continue',
      perform: null,
      completion: null,
    },
    {
      text: 'The demo has its own clock. Move it to the next event and watch the counts follow.',
      path: overviewPath,
      target: () => find('[data-demo-chip]'),
      action: 'Move to next event',
      perform: ({ control }) => (control.snapshot()?.next ? control.nextEvent() : control.advance(HOUR)),
      completion: { kind: 'snapshot', changed: isMoved },
    },
  ],
  ending: 'Critical results, orders that need action and bookings: the whole morning from one page.',
}
