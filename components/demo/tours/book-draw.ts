/** A coordinator books a draw at a patient's home. */
import { DEFAULT_SCENARIO } from '#lib/demo/scenario.ts'
import { cardOf, click, find, findButton, findDialog, findField, findLink, isTextField } from './find.ts'
import { findDrawToBook } from './subjects.ts'
import { type Scene, TOUR_TITLES, type Tour } from './tour.ts'

const orderPath = ({ home, subject }: Scene) => `${home}/orders/${subject.order_id}`
const bookPath = (scene: Scene) => `${orderPath(scene)}/book`
const viewTab = () => find('nav[aria-label="Order views"] a', /^Draws to book/)
const bookLink = (scene: Scene) => findLink(bookPath(scene), /^Book a draw/)
const keyField = () => findField(/^Booking key/)
const reviewButton = () => find('main button[type="submit"]', /^Review booking/)
const summary = () => findDialog(/^Book this draw/)
const bookButton = () => find('[role="dialog"] button', /^Book appointment$/)

export const bookDraw: Tour = {
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
      text: 'Before anything is sent, Vialdesk checks the order: address, age, open appointments and more. A failed check stops the booking.',
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
      text: 'Test, patient, address and slot on one screen. Book the appointment. Pressing twice still books it once.',
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
