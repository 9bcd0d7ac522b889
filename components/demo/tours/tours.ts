import type { DemoSnapshot } from '#lib/demo/control.ts'
import { DEFAULT_SCENARIO } from '#lib/demo/scenario.ts'
import { demoNow } from '#lib/demo/use-demo.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { whyNoVisit } from '#lib/domains/demographics/visit-address.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { recordDifferences } from '#lib/domains/orders/patient.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { listUsers, type User } from '#lib/domains/users/user.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import {
  cardOf,
  click,
  fill,
  find,
  findButton,
  findDialog,
  findField,
  findLink,
  isSmallWindow,
  isTextField,
} from './run.ts'
import { NO_SUBJECT, type Scene, type Subject, TOUR_TITLES, type Tour, type TourId } from './tour.ts'
import { caller, criticalResult, findUserSteps, userPath } from './tours-calls.ts'

/** Users whose connections are read at the same time. */
const AT_ONCE = 10

/** A user with a reference whose cloud source needs a new sign-in. */
async function findStoppedUser(environment: string): Promise<Subject | null> {
  const { users } = await request(listUsers, { query: { limit: 200 } }, { environment })
  const known = users.filter(({ client_user_id, connected_sources }) => client_user_id && connected_sources.length > 0)
  for (let from = 0; from < known.length; from += AT_ONCE) {
    const some = known.slice(from, from + AT_ONCE)
    const needs = await Promise.all(some.map((user) => needsSignIn(environment, user)))
    const user = some[needs.indexOf(true)]
    if (user) return { ...NO_SUBJECT, user_id: user.user_id, reference: user.client_user_id ?? '' }
  }
  return null
}

/** Whether the first source that fails, which its page shows first, refused to renew its access. */
async function needsSignIn(environment: string, { user_id }: User): Promise<boolean> {
  const { providers } = await request(listUserProviders, { params: { user_id } }, { environment })
  const failed = providers.find(({ status }) => status === 'error')
  return failed?.error_details?.error_type === 'token_refresh_failed' && providerKind(failed.slug) === 'cloud_oauth'
}

/** Whether a draw can be booked without a second look: a street address, and the one that demographics have. */
async function isPlain(environment: string, order: Order): Promise<boolean> {
  const { first_line, second_line, city, state, zip } = order.patient_address ?? {}
  if (whyNoVisit({ lines: [first_line, second_line], city, state, zip }) !== null) return false
  const info = await request(getLatestUserInfo, { params: { user_id: order.user_id } }, { environment }).catch(
    () => null,
  )
  return info !== null && recordDifferences(order, info).length === 0
}

/** The newest at-home draw that is ready to be booked and has no booking, a plain one where there is one. */
async function findDrawToBook(environment: string): Promise<Subject | null> {
  const { orders } = await request(
    listOrders,
    { query: { order_type: ['at_home_phlebotomy'], status: ['requisition_created'], size: 50 } },
    { environment },
  )
  const { bookings } = await consoleRequest(listBookings, { params: { environment }, query: { limit: 500 } }, {})
  const booked = new Set(bookings.map(({ order_id }) => order_id))
  const ready = orders.filter(
    ({ id, events }) => lastLowLevelStatus(events) === 'requisition_created' && !booked.has(id),
  )
  const plain = await Promise.all(ready.slice(0, AT_ONCE).map((one) => isPlain(environment, one)))
  const order = ready[Math.max(plain.indexOf(true), 0)]
  return order ? { ...NO_SUBJECT, user_id: order.user_id, order_id: order.id } : null
}

/** The newest critical result and the oldest problem. Of another scenario the page may still show the orders. */
async function findMorning(environment: string): Promise<Subject | null> {
  const params = { environment }
  const [{ waiting }, { items }] = await Promise.all([
    consoleRequest(listCriticalOrders, { params }, {}),
    consoleRequest(listWorklist, { params, query: { limit: 1 } }, {}),
  ])
  const [result, problem] = [waiting[0], items[0]]
  return result && problem ? { ...NO_SUBJECT, order_id: result.order_id, problem_id: problem.order_id } : null
}

/** Operations triages the morning. */
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

function isMoved(before: DemoSnapshot, now: DemoSnapshot): boolean {
  return demoNow(now.clock) - demoNow(before.clock) > 1_000
}

const morning: Tour = {
  id: 'morning',
  title: TOUR_TITLES.morning,
  summary: 'Start with critical results, then orders that need action, then what is coming up.',
  minutes: 3,
  role: 'administrator',
  scenario: { base: 'busy', modifiers: [], booking: null },
  findSubject: findMorning,
  steps: [
    {
      text: 'Critical results come first, the one that waits for longest on top. Take it on.',
      path: overviewPath,
      target: acknowledgeButton,
      action: 'Acknowledge result',
      perform: (scene) => click(acknowledgeButton(scene)),
      completion: { kind: 'page', holds: () => acknowledgeDialog() !== null },
    },
    {
      text: 'Say who was informed and what happens next. You’ll own this result, and your team can see the comment.',
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
      text: 'Open the first order.',
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

/** A coordinator books a draw at a patient's home. */
const orderPath = ({ home, subject }: Scene) => `${home}/orders/${subject.order_id}`
const bookPath = (scene: Scene) => `${orderPath(scene)}/book`
const viewTab = () => find('nav[aria-label="Order views"] a', /^Draws to book/)
const bookLink = (scene: Scene) => findLink(bookPath(scene), /^Book a draw/)
const keyField = () => findField(/^Booking key/)
const reviewButton = () => find('main button[type="submit"]', /^Review booking/)
const summary = () => findDialog(/^Book this draw/)
const bookButton = () => find('[role="dialog"] button', /^Book appointment$/)

const bookDraw: Tour = {
  id: 'draw',
  title: TOUR_TITLES.draw,
  summary: 'Take an at-home order from requisition to a confirmed visit.',
  minutes: 2,
  role: 'lab_coordinator',
  scenario: { ...DEFAULT_SCENARIO, booking: 'booking-confirms' },
  findSubject: findDrawToBook,
  steps: [
    {
      text: 'Your team shares saved views. This one lists at-home draws without a booking.',
      path: ({ home }) => `${home}/orders`,
      target: viewTab,
      action: 'Open view',
      perform: () => click(viewTab()),
      completion: { kind: 'page', holds: () => viewTab()?.getAttribute('aria-current') === 'page' },
    },
    {
      text: 'The requisition for this order is ready, so the patient is waiting for a visit. Open the order.',
      path: ({ home }) => `${home}/orders`,
      target: (scene) => findLink(orderPath(scene)),
      action: 'View order',
      perform: (scene) => click(findLink(orderPath(scene))),
      completion: { kind: 'route', path: orderPath },
    },
    {
      text: 'The page says what happened so far and what to do next. No visit is booked. Start the booking.',
      path: orderPath,
      target: bookLink,
      action: 'Book a draw',
      perform: (scene) => click(bookLink(scene)),
      completion: { kind: 'route', path: bookPath },
    },
    {
      text: 'Before anything is sent, Vialdesk checks the order: address, age, open appointments and more. A failed check stops the booking; a warning asks you to look twice.',
      path: bookPath,
      target: () => cardOf(find('main h2', /^Before you book/)),
      action: 'Continue',
      perform: null,
      completion: null,
    },
    {
      text: 'A booking key identifies the slot the patient chose. Use the sample key for this demo.',
      path: bookPath,
      target: keyField,
      action: 'Use sample key',
      perform: () => click(findButton(/^Use sandbox_confirm$/)),
      completion: {
        kind: 'page',
        holds: () => {
          const field = keyField()
          return isTextField(field) && field.value !== '' && document.activeElement !== field
        },
      },
    },
    {
      text: 'Notes and waiting times are optional. Review the booking first: nothing is sent yet.',
      path: bookPath,
      target: reviewButton,
      action: 'Review booking',
      perform: () => click(reviewButton()),
      completion: { kind: 'page', holds: () => summary() !== null },
    },
    {
      text: 'Test, patient, address and slot on one screen. Book the appointment. It’s booked once, even if you confirm twice.',
      path: bookPath,
      target: bookButton,
      action: 'Book appointment',
      perform: () => click(bookButton()),
      // Once the answer is shown: the page moves the focus to it.
      completion: { kind: 'page', holds: () => find('main #outcome') !== null },
    },
  ],
  ending:
    'The visit is booked, and the order’s timeline shows it. Give the patient the time shown, and print the visit sheet if you need it.',
}

/** Support finds out why data stopped. */
const sourcesPath = (scene: Scene) => `${userPath(scene)}/connections`
const reason = () => find('main section[aria-labelledby="source-name"] div[data-tone="bad"]')
/** Its first line alone where the whole leaves no room for a popover beside it. */
const shortReason = () => {
  const notice = reason()
  return notice && notice.offsetHeight > window.innerHeight / 4 ? notice.querySelector('p') : notice
}
const linkDialog = () => findDialog(/^Sign-in link/)
const doneButton = () => find('[role="dialog"] button', /^Done$/)
const sendButton = () => findButton(/sign-in link/)

const stoppedData: Tour = {
  id: 'data',
  title: TOUR_TITLES.data,
  summary: 'A patient’s source stopped sending. Find the cause and get data flowing again.',
  minutes: 2,
  role: 'support',
  scenario: DEFAULT_SCENARIO,
  findSubject: findStoppedUser,
  steps: [
    ...findUserSteps({
      search: {
        text: 'A patient writes that no new data arrives. You have their reference from the ticket. Search for it: any three characters are enough.',
        action: 'Search users',
      },
      open: 'The list shows the one user with this reference. Open this user. Vialdesk writes each view of a patient to the audit log.',
    }),
    {
      text: 'Profile and demographics come first. The answer to this ticket is in the user’s connected sources.',
      path: (scene) => userPath(scene),
      target: (scene) => findLink(sourcesPath(scene)),
      action: 'View connections',
      perform: (scene) => click(findLink(sourcesPath(scene))),
      completion: { kind: 'route', path: sourcesPath },
    },
    {
      text: 'Sources with a problem are listed first. This card says why, since when, and what to do, so you don’t need to read an error code.',
      path: sourcesPath,
      target: shortReason,
      action: 'Continue',
      perform: null,
      completion: null,
    },
    {
      text: 'The patient has to sign in at the source again. Create a link that opens that sign-in directly.',
      path: sourcesPath,
      target: sendButton,
      action: 'Create sign-in link',
      perform: () => click(sendButton()),
      completion: { kind: 'answered', method: 'POST', path: /\/v2\/link\/token$/ },
    },
    {
      text: 'Copy the link and send it to the patient. It’s masked, and the page clears it automatically. Close this window when you’re done.',
      path: sourcesPath,
      target: () => (isSmallWindow() ? doneButton() : linkDialog()),
      action: 'Close window',
      perform: () => click(doneButton()),
      completion: { kind: 'page', holds: () => linkDialog() === null },
    },
  ],
  ending:
    'You found the cause and sent the next step in under two minutes. Data resumes once the patient has signed in.',
}

export const TOURS: Readonly<Record<TourId, Tour>> = {
  ...{ data: stoppedData, draw: bookDraw, morning },
  ...{ caller, critical: criticalResult },
}
