/** Pages and actions of the console, as the parts of the page offer them, and what the palette itself can do. */
import {
  Bookmark,
  Download,
  Link2,
  MapPinned,
  Microscope,
  RefreshCw,
  Settings,
  SquareArrowOutUpRight,
  TestTubes,
  UserRoundPlus,
  Zap,
} from 'lucide-react'
import { offeredShortcuts, type Shortcut } from '#components/patterns/page/shortcuts.tsx'
import { PAGES, pagesFor, SETTINGS_TABS } from '#components/shell/pages.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import { refreshDirectory } from '#lib/domains/users/directory.ts'
import type { ViewPlace } from '#lib/domains/views/views.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'
import type { Place } from './user-actions.ts'

const SETTINGS_SECTION = 'settings'

/** The keys that open the palette itself are no way out of it. */
const PALETTE_STROKES: readonly string[] = ['ctrl+k', '/']

const START = { strokes: [], run: null, note: null, href: null, onArrival: null, words: '' } as const

/** The page's own name of what opens the invitation. */
const INVITE = 'Invite a colleague'

/** Actions that start on another page. */
const ELSEWHERE = [
  {
    label: 'Find a marker in all lab tests',
    words: 'which lab tests have vitamin analyte biomarker loinc panel',
    icon: Microscope,
    section: 'markers',
    permission: 'markers:read',
    onArrival: null,
    note: null,
  },
  {
    label: INVITE,
    words: 'staff add person member team account',
    icon: UserRoundPlus,
    section: 'settings/staff',
    permission: 'staff:manage',
    onArrival: INVITE,
    note: null,
  },
  {
    label: 'Create portal link',
    words: 'portal access sign-in token code',
    icon: Link2,
    section: 'users',
    permission: 'access:create',
    onArrival: null,
    note: 'find the user first',
  },
  {
    label: 'Export orders',
    words: 'csv download file spreadsheet',
    icon: Download,
    section: 'orders',
    permission: 'orders:read',
    onArrival: null,
    note: 'from the list of orders',
  },
  {
    label: 'Export users',
    words: 'csv download file spreadsheet',
    icon: Download,
    section: 'users',
    permission: 'users:read',
    onArrival: null,
    note: 'from the list of users',
  },
  {
    label: 'Export audit log',
    words: 'csv download file spreadsheet',
    icon: Download,
    section: 'activity',
    permission: 'audit:read',
    onArrival: null,
    note: 'from the audit log',
  },
] as const

interface PlacesOptions {
  environment: string
  role: Role
  isEmbedded: boolean
}

/** In the order of the page's own offers, as far as the role goes. Read when the palette opens: what is offered changes with the page. */
export function placesOf({ environment, role, isEmbedded }: PlacesOptions): Place[] {
  const home = `/${environment}`
  const start = `${home}/`
  const page = (section: string, said: Pick<Place, 'label' | 'words' | 'icon' | 'strokes' | 'note'>): Place[] => {
    const needed = PAGES.find((one) => one.section === section)?.permission ?? null
    if (needed !== null && !can(role, needed)) return []
    const href = section === '' ? home : `${start}${section}`
    return [{ ...START, ...said, kind: 'page', key: `page-${section}`, href }]
  }
  const offered = offeredShortcuts().filter(({ strokes }) => !PALETTE_STROKES.includes(strokes.join(' ')))
  const pages = offered.flatMap(({ href, label, icon = SquareArrowOutUpRight, strokes }) => {
    const section = `${href}/`.startsWith(start) ? `${href}`.slice(start.length) : SETTINGS_SECTION
    // Settings opens on the account, which has a line of its own.
    if (section === SETTINGS_SECTION) return []
    const words = PAGE_KEYWORDS[section] ?? ''
    return page(section, { label, words, icon, strokes, note: null })
  })
  const settings = pagesFor(SETTINGS_TABS, role, isEmbedded).flatMap(({ section, label }) => {
    const { strokes = [] } = offered.find(({ href }) => href === `${start}${section}`) ?? {}
    return page(section, {
      label,
      words: `settings ${PAGE_KEYWORDS[section] ?? ''}`,
      icon: Settings,
      strokes,
      note: 'in Settings',
    })
  })
  const here = offered.filter(({ group, href }) => group === 'Console' && href === undefined)
  const elsewhere = ELSEWHERE.filter(
    ({ permission, label }) => can(role, permission) && !here.some((offer) => offer.label === label),
  )
  const refresh = can(role, refreshDirectory.permission) ? [refreshAction(environment)] : []
  return [
    ...pages,
    ...settings,
    ...here.map(actionOf),
    ...elsewhere.map(({ section, permission: _, ...said }): Place => {
      return { ...START, ...said, kind: 'action', key: `action-${said.label}`, href: `${start}${section}` }
    }),
    ...refresh,
  ]
}

function actionOf({ label, words = '', strokes, icon = Zap, run }: Shortcut): Place {
  return { ...START, kind: 'action', key: `action-${label}`, label, words, strokes, icon, run }
}

function refreshAction(environment: string): Place {
  return {
    ...START,
    kind: 'action',
    key: 'action-refresh',
    label: 'Refresh the user directory',
    words: 'reload read again crawl users',
    icon: RefreshCw,
    run: () => void refresh(environment),
  }
}

export function viewPlaces({ environment, list }: ViewPlace, views: readonly { id: string; name: string }[]): Place[] {
  return views.map(({ id, name }) => ({
    ...START,
    kind: 'page',
    key: `view-${list}-${id}`,
    label: name,
    note: `view of ${list}`,
    words: `saved view list tab ${list}`,
    icon: Bookmark,
    href: `/${environment}/${list}?view=${id}`,
  }))
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

interface TestMarkers {
  id: string
  name: string
  preparation?: string | undefined
  markers: readonly Pick<Marker, 'name' | 'slug' | 'expected_results'>[]
}

/** As callers ask: do I need to fast, how do I prepare. */
const ASKS_PREPARATION = /\b(?:fast|prepar|eat\b|drink|food)/i

/** Lab tests by name or preparation, markers by name or LOINC code, and service centers around a ZIP code. */
export function catalogPlaces(environment: string, text: string, tests: readonly TestMarkers[]): Place[] {
  const page = (key: string, said: Pick<Place, 'label' | 'note' | 'icon' | 'href'>): Place => ({
    ...START,
    ...said,
    kind: 'page',
    key: `catalog-${key}`,
  })
  const href = (id: string) => `/${environment}/markers?lab_test=${id}`
  const asksPreparation = ASKS_PREPARATION.test(text)
  const words = text.split(/\s+/).filter((word) => word.length >= 4)
  const isNamed = ({ name }: TestMarkers) => words.some((word) => isNamedLike([name], word))
  const prepared = tests.filter(({ preparation }) => asksPreparation && preparation)
  const found = [
    ...prepared.filter(isNamed),
    ...tests.filter(({ name, preparation = '' }) => isNamedLike([name, preparation], text)),
    ...prepared,
  ]
  const named = (marker: TestMarkers['markers'][number]) => [
    marker.name,
    ...marker.expected_results.flatMap(({ name, loinc }) => [name, loinc?.name ?? '', loinc?.code ?? '']),
  ]
  return [
    ...[...new Set(found)].map(({ id, name, preparation }) =>
      page(id, { label: name, note: preparation || 'lab test', icon: TestTubes, href: href(id) }),
    ),
    ...tests.flatMap(({ id, name: test, markers }) =>
      markers
        .filter((marker) => isNamedLike(named(marker), text))
        .map(({ name, slug }) =>
          page(`${id}-${slug}`, { label: name, note: `marker of ${test}`, icon: Microscope, href: href(id) }),
        ),
    ),
    ...(/^\d{5}$/.test(text)
      ? [
          page('centers', {
            label: `Service centers near ${text}`,
            note: null,
            icon: MapPinned,
            href: `/${environment}/service-centers?zip_code=${text}`,
          }),
        ]
      : []),
  ]
}

/** Other words that people look for pages by, by the section of the page (pages.ts). */
export const PAGE_KEYWORDS: Readonly<Record<string, string>> = {
  '': 'home dashboard critical exceptions funnel trend stuck morning worklist',
  orders: 'tests kits labs results shipments tracking parcels lost late find',
  users: 'people patients members directory find',
  appointments: 'bookings visits draws agenda calendar',
  'service-centers': 'psc draw sites labs nearby zip map walk-in',
  markers: 'lab tests biomarkers panels loinc prices compare preparation fasting',
  connections:
    'sources providers devices watches wearables chart broken failing revoked disconnected sign-in reconnect state',
  'connections/import': 'import connections upload csv tokens migrate',
  events: 'webhooks messages inbox data arrived received samples summaries live duplicates',
  figures: 'turnaround statistics report failures rates load charts kpi',
  activity: 'activity history who did what views export',
  settings: 'password two-factor second factor sessions profile',
  'settings/staff': 'invite people colleagues',
  'settings/roles': 'rights permissions',
  'settings/environments': 'production sandbox',
  'settings/stuck-orders': 'limits days late overdue stuck',
  'settings/contacts': 'phone numbers hours lab carrier draw provider support partners source ends due days',
  'settings/messages': 'templates texts sms email portal link',
  'settings/webhooks': 'endpoints deliveries failed replay signing secret retries sender',
  'settings/teams': 'api key management key organization token rotate revoke programs',
  'settings/system': 'version health backup disk retention doctor status',
  'settings/catalogue': 'labs lab tests lab accounts names ids',
}
