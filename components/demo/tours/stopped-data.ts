/** Support finds out why data stopped. */
import { DEFAULT_SCENARIO } from '#lib/demo/scenario.ts'
import { click, fill, find, findButton, findDialog, findLink, isSmallWindow, isTextField } from './find.ts'
import { findStoppedUser } from './subjects.ts'
import { type Scene, TOUR_TITLES, type Tour } from './tour.ts'

const userPath = ({ home, subject }: Scene) => `${home}/users/${subject.user_id}`
const sourcesPath = (scene: Scene) => `${userPath(scene)}/connections`
const searchBox = () => find('main input[aria-label="Reference or user ID"]')
const reason = () => find('main section[aria-labelledby="source-name"] div[data-tone="bad"]')
/** Its first line alone where the whole leaves no room for a popover beside it. */
const shortReason = () => {
  const notice = reason()
  return notice && notice.offsetHeight > window.innerHeight / 4 ? notice.querySelector('p') : notice
}
const linkDialog = () => findDialog(/^Sign-in link/)
const doneButton = () => find('[role="dialog"] button', /^Done$/)
const sendButton = () => findButton(/sign-in link/)

export const stoppedData: Tour = {
  id: 'data',
  title: TOUR_TITLES.data,
  summary: 'A patient’s source stopped sending. Find the cause and get data flowing again.',
  minutes: 2,
  role: 'support',
  scenario: DEFAULT_SCENARIO,
  findSubject: findStoppedUser,
  steps: [
    {
      text: 'A patient writes that no new data arrives. You have their reference from the ticket. Search for it: any three characters are enough.',
      path: ({ home }) => `${home}/users`,
      target: searchBox,
      action: 'Search users',
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
      text: 'The list shows the one user with this reference. Open this user. Vialdesk writes each view of a patient to the audit log.',
      path: ({ home }) => `${home}/users`,
      target: (scene) => findLink(userPath(scene)),
      action: 'View user',
      perform: (scene) => click(findLink(userPath(scene))),
      completion: { kind: 'route', path: userPath },
    },
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
