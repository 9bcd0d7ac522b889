/** Pages and actions of the console, as the parts of the page offer them, and what the palette itself can do. */
import { RefreshCw, Settings, SquareArrowOutUpRight, Zap } from 'lucide-react'
import { offeredShortcuts, type Shortcut } from '#components/patterns/page/shortcuts.tsx'
import { PAGES, SETTINGS_TABS } from '#components/shell/pages.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import { refreshDirectory } from '#lib/domains/users/directory.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { Place } from './entries.ts'

const SETTINGS_SECTION = 'settings'

/** The keys that open the palette itself are no way out of it. */
const PALETTE_STROKES: readonly string[] = ['ctrl+k', '/']

interface Whose {
  environment: string
  role: Role
}

const START = { run: null, denied: false, within: null, href: null, words: '' } as const

/** In the order of the page's own offers. Read when the palette opens: what is offered changes with the page. */
export function placesOf({ environment, role }: Whose): Place[] {
  const home = `/${environment}`
  const start = `${home}/`
  const page = (section: string, said: Pick<Place, 'label' | 'words' | 'icon' | 'strokes' | 'within'>): Place => {
    const needed = PAGES.find((one) => one.section === section)?.permission ?? null
    const denied = needed !== null && !can(role, needed)
    return {
      ...START,
      ...said,
      kind: 'page',
      key: `page-${section}`,
      denied,
      href: section === '' ? home : `${start}${section}`,
    }
  }
  const offered = offeredShortcuts().filter(({ strokes }) => !PALETTE_STROKES.includes(strokes.join(' ')))
  const pages = offered.flatMap(({ href, label, icon = SquareArrowOutUpRight, strokes }) => {
    const section = `${href}/`.startsWith(start) ? `${href}`.slice(start.length) : SETTINGS_SECTION
    // Settings opens on the account, which has a line of its own.
    if (section === SETTINGS_SECTION) return []
    return [
      page(section, {
        label,
        words: PAGES.find((one) => one.section === section)?.keywords ?? '',
        icon,
        strokes,
        within: null,
      }),
    ]
  })
  const settings = SETTINGS_TABS.map(({ section, label, keywords }) => {
    const { strokes = [] } = offered.find(({ href }) => href === `${start}${section}`) ?? {}
    return page(section, { label, words: `settings ${keywords}`, icon: Settings, strokes, within: 'Settings' })
  })
  const actions = offered.filter(({ group, href }) => group === 'Console' && href === undefined)
  const places = [...pages, ...settings, ...actions.map(actionOf), refreshAction({ environment, role })]
  return places.filter(({ denied }) => !denied)
}

function actionOf({ label, words = '', strokes, icon = Zap, run }: Shortcut): Place {
  return { ...START, kind: 'action', key: `action-${label}`, label, words, strokes, icon, run }
}

function refreshAction({ environment, role }: Whose): Place {
  return {
    ...START,
    kind: 'action',
    key: 'action-refresh',
    label: 'Refresh the user directory',
    words: 'reload read again crawl users',
    strokes: [],
    icon: RefreshCw,
    denied: !can(role, refreshDirectory.permission),
    run: () => void refresh(environment),
  }
}

async function refresh(environment: string) {
  try {
    await consoleRequest(refreshDirectory, { params: { environment } }, {})
    toast({ kind: 'done', title: 'Refreshing the user directory.', text: 'You can keep searching.' })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast({ kind: 'failed', title: 'The user directory isn’t being refreshed.', text: error.message })
  }
}
