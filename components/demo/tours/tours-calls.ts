/** The two tours about a telephone: a caller nobody knows yet, and a result that somebody must hear of. */
import { DEFAULT_SCENARIO } from '#lib/demo/scenario.ts'
import { addressZip } from '#lib/domains/demographics/address-zip.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { cardOf, click, fill, find, findButton, findDialog, findLabeled, findLink, isTextField } from './run.ts'
import { NO_SUBJECT, type Scene, type Step, type Subject, TOUR_TITLES, type Tour } from './tour.ts'

/** The list’s first page, where a user would stand before anybody looks for them. */
const FIRST_PAGE = 100

const infoOf = (environment: string, user_id: string) =>
  request(getLatestUserInfo, { params: { user_id } }, { environment })

/** A user who would call, and the number as they say it. */
async function findCaller(environment: string): Promise<Subject | null> {
  const { users } = await request(listUsers, { query: { limit: 2 * FIRST_PAGE } }, { environment })
  for (const { user_id } of users.slice(FIRST_PAGE)) {
    const info = await infoOf(environment, user_id).catch(() => null)
    const digits = info?.phone_number?.replace(/\D/g, '').slice(-10) ?? ''
    if (digits.length < 10 || !info || info.medical_proxy || !addressZip(info.address)) continue
    const reference = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    return { ...NO_SUBJECT, user_id, reference }
  }
  return null
}

export const userPath = ({ home, subject }: Scene) => `${home}/users/${subject.user_id}`
const searchBox = () => find('main input[aria-label="Name, phone, reference or ID"]')

/** Searches the list of users for the subject's reference, or for what a caller says in its place, and opens the user. */
export function findUserSteps({ search, open }: { search: Pick<Step, 'text' | 'action'>; open: string }): Step[] {
  const path = ({ home }: Scene) => `${home}/users`
  return [
    {
      ...search,
      path,
      target: searchBox,
      perform: ({ subject }) => fill(searchBox(), subject.reference),
      completion: {
        kind: 'page',
        holds: (scene) => {
          const box = searchBox()
          return isTextField(box) && box.value === scene.subject.reference && findLink(userPath(scene)) !== null
        },
      },
    },
    {
      text: open,
      path,
      target: (scene) => findLink(userPath(scene)),
      action: 'View user',
      perform: (scene) => click(findLink(userPath(scene))),
      completion: { kind: 'route', path: userPath },
    },
  ]
}

const verifyButton = () => find('main button', /^Verify caller$/)
const verifyDialog = () => findDialog(/^Verify caller/)
const compareButton = () => find('[role="dialog"] button[type="submit"]', /^Verify caller/)
const logButton = () => find('main button', /^Log call$/)
const noteField = () => findLabeled(/^What was said/)
const saveButton = () => findButton(/^Save call/)

/** Gives the two facts that the caller says, and has them compared once React has taken them in. */
async function compare({ home, subject }: Scene) {
  const info = await infoOf(home.slice(1), subject.user_id)
  fill(findLabeled(/^Phone/), subject.reference)
  fill(findLabeled(/^ZIP code/), addressZip(info.address)?.slice(0, 5) ?? '')
  requestAnimationFrame(() => click(compareButton()))
}

function logCall() {
  fill(noteField(), 'Asked when the results come. Told the date on the order.')
  requestAnimationFrame(() => click(saveButton()))
}

export const caller: Tour = {
  id: 'caller',
  title: TOUR_TITLES.caller,
  summary: 'Find the person, make sure who is calling, and leave the call on record.',
  minutes: 2,
  role: 'support',
  scenario: DEFAULT_SCENARIO,
  findSubject: findCaller,
  steps: [
    ...findUserSteps({
      search: {
        text: 'A caller has no reference, only a phone number. Enter it as they say it: brackets, spaces and +1 don’t matter.',
        action: 'Search by phone',
      },
      open: 'The list shows who has this number. Open this user.',
    }),
    {
      text: 'Anyone can know a phone number. Before you say anything about a patient, verify the caller.',
      path: userPath,
      target: verifyButton,
      action: 'Verify caller',
      perform: () => click(verifyButton()),
      completion: { kind: 'page', holds: () => verifyDialog() !== null },
    },
    {
      text: 'Ask for two facts, here the phone number and the ZIP code. The answers are compared, never shown, and a wrong one doesn’t say which it was.',
      path: userPath,
      target: compareButton,
      action: 'Compare answers',
      perform: compare,
      completion: { kind: 'page', holds: () => find('main [data-tone="ok"]', /^Verified/) !== null },
    },
    {
      text: 'The page says for how long the check counts. Now log the call, next to everything else about this user.',
      path: userPath,
      target: logButton,
      action: 'Log call',
      perform: () => click(logButton()),
      completion: { kind: 'page', holds: () => saveButton() !== null },
    },
    {
      text: 'Write what was said. Your team finds it in the timeline of this user.',
      path: userPath,
      target: saveButton,
      action: 'Save call',
      perform: logCall,
      // Once the form has closed: it gives the focus back first, and its button has another name while it saves.
      completion: { kind: 'page', holds: () => noteField() === null },
    },
  ],
  ending: 'Found by phone, verified and logged. Whoever takes the next call sees all of it.',
}

/** The result that waits for longest. */
async function findResult(environment: string): Promise<Subject | null> {
  const { waiting } = await consoleRequest(listCriticalOrders, { params: { environment } }, {})
  const result = waiting.find(({ is_critical }) => is_critical)
  return result ? { ...NO_SUBJECT, order_id: result.order_id } : null
}

const orderPath = ({ home, subject }: Scene) => `${home}/orders/${subject.order_id}`
const recordButton = () => find('main button', /^Record a callback$/)
const attemptButton = () => find('button[type="submit"]', /^Save attempt/)
const callbackPanel = () => find('aside h2', /^Record a callback$/)
const readBack = () => find('aside label', /^Reached and read back/)
const bothButton = () => find('button[type="submit"]', /^Save and acknowledge/)
const banner = () => find('main section[aria-label="Critical result"]')
const callbackTime = () => cardOf(find('main h2', /^Critical callback time/))

export const criticalResult: Tour = {
  id: 'critical',
  title: TOUR_TITLES.critical,
  summary: 'From a critical value of last night to a call that was read back.',
  minutes: 2,
  role: 'lab_coordinator',
  scenario: { base: 'busy', modifiers: [], booking: null },
  findSubject: findResult,
  steps: [
    {
      text: 'It’s 7 AM, and the lab sent critical results overnight. They stand first, the one that waits for longest on top. Open it.',
      path: ({ home }) => home,
      target: (scene) => findLink(orderPath(scene)),
      action: 'View order',
      perform: (scene) => click(findLink(orderPath(scene))),
      completion: { kind: 'route', path: orderPath },
    },
    {
      text: 'The banner counts the minutes since the result. Call whoever ordered the test, then record the call.',
      path: orderPath,
      target: recordButton,
      action: 'Record a callback',
      perform: () => click(recordButton()),
      completion: { kind: 'page', holds: () => attemptButton() !== null },
    },
    {
      text: 'The provider repeated the value, so it was read back. A call that no one answered gets a time for the next attempt.',
      path: orderPath,
      target: readBack,
      action: 'Choose read back',
      perform: () => {
        click(find('aside label', /^Ordering provider/))
        click(readBack())
      },
      completion: { kind: 'page', holds: () => bothButton() !== null },
    },
    {
      text: 'Save the call and take the result on in one step. Neither can be edited later: a correction is another entry.',
      path: orderPath,
      target: bothButton,
      action: 'Save and acknowledge',
      perform: () => click(bothButton()),
      completion: { kind: 'page', holds: () => callbackPanel() === null },
    },
    {
      text: 'Who was told, by whom and when stands on the order, and in its printout.',
      path: orderPath,
      target: banner,
      action: 'Continue',
      perform: null,
      completion: null,
    },
    {
      text: 'Figures show how long calls take, compared with the weeks before. Each number leads to its orders.',
      path: ({ home }) => `${home}/figures`,
      target: callbackTime,
      action: 'Continue',
      perform: null,
      completion: null,
    },
  ],
  ending: 'The result was heard, and the record says by whom and when. No paper log is needed.',
}
