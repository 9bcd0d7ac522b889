'use client'
/** Five steps after setup, for administrators: each ticked from what the console holds, until all are done or hidden. */
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Circle, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { countNewEvents } from '#lib/domains/events/received.ts'
import { inviteStaff, listStaff } from '#lib/domains/staff/staff.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { keep, readKept } from '#lib/utils/browser/browser.ts'
import { createSignal, subscribeBoth } from '#lib/utils/data/signal.ts'

const HIDDEN = 'vialdesk-first-steps-hidden'
const changed = createSignal()
const subscribe = subscribeBoth(changed, 'storage')
/** IDs of people who have hidden the steps in this browser. */
const hidden = () => (readKept(HIDDEN) ?? '').split(' ')

function setHidden(viewer_id: string, isHidden: boolean) {
  const others = hidden().filter((id) => id !== viewer_id)
  keep(HIDDEN, [...others, ...(isHidden ? [viewer_id] : [])].join(' ').slice(-4_000))
  changed.send()
}

interface FirstStepsProps {
  environment: string
  viewer_id: string
  /** Whether a service other than the embedded one is known to answer in any environment of theirs. */
  isConnected: boolean
}

export function FirstSteps(props: FirstStepsProps) {
  const isMine = useMay(inviteStaff.permission)
  // Hidden until the browser's own choice is known, so that the bar never flashes.
  const isHidden = useSyncExternalStore(
    subscribe,
    () => hidden().includes(props.viewer_id),
    () => true,
  )
  return isMine && !isHidden ? <Steps {...props} /> : null
}

/** Each step whose state couldn't be read stays unticked. */
function Steps({ environment, viewer_id, isConnected }: FirstStepsProps) {
  const params = { environment }
  const people = useQuery(consoleQuery(listStaff, {}, {}))
  const events = useQuery(consoleQuery(countNewEvents, { params, query: { after: 0 } }, {}))
  const book = useQuery(consoleQuery(getContactBook, { params }, {}))
  const hasContacts = (book.data?.partners.length ?? 0) > 0
  // The catalog is long, so it's read only where no contact answers already.
  const catalog = useQuery({
    ...consoleQuery(listCatalog, { params }, {}),
    enabled: !book.isLoading && !hasContacts,
  })
  if ([people, events, book, catalog].some(({ isLoading }) => isLoading)) return null
  const staff = people.data?.staff.filter(({ status }) => status !== 'disabled') ?? []
  const hasNamed = catalog.data?.entries.some(({ kind, origin }) => kind === 'lab' && origin === 'person') ?? false
  const steps = [
    { label: 'Invite colleagues', path: 'staff', isDone: staff.length > 1 },
    {
      label: 'Turn on two-factor authentication',
      path: '',
      isDone: staff.some(({ id, second_factor }) => id === viewer_id && second_factor),
    },
    { label: 'Connect a service', path: 'environments#connect', isDone: isConnected },
    {
      label: 'Send webhooks to this console',
      path: `environments#webhooks-${environment}`,
      isDone: (events.data?.count ?? 0) > 0,
    },
    { label: 'Name labs and contacts', path: 'contacts', isDone: hasContacts || hasNamed },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  const hide = () => {
    const undo = { label: 'Undo', run: () => setHidden(viewer_id, false) }
    toast({ kind: 'done', title: 'First steps hidden in this browser', action: undo })
    setHidden(viewer_id, true)
    // The button that had the focus is gone.
    document.getElementById('main')?.focus()
  }
  return (
    <section
      aria-label="First steps"
      className="flex flex-wrap items-start gap-x-5 border-b border-line bg-surface px-4 py-1.5 rail:px-6 print:hidden"
    >
      <h2 className="text-sm leading-8">
        First steps <span className="font-text text-ink-3">{`${done} of ${steps.length} done`}</span>
      </h2>
      <ul
        aria-label="First steps"
        className="flex flex-1 flex-wrap gap-x-5 max-rail:order-last max-rail:flex-auto max-rail:basis-full"
      >
        {steps.map(({ label, path, isDone }) => {
          const Mark = isDone ? CircleCheck : Circle
          return (
            <li
              key={label}
              data-tone={isDone ? 'ok' : 'place'}
              className={clsx('flex min-h-8 items-center gap-1.5 max-rail:min-h-10', isDone && 'max-rail:hidden')}
            >
              <Mark className="shrink-0 text-tone-fg" />
              {/* A whole page load, so that the browser moves the focus to the place. */}
              <a href={`/${environment}/settings${path && `/${path}`}`} className="text-link">
                {label}
                {isDone && <span className="sr-only">, done</span>}
              </a>
            </li>
          )
        })}
      </ul>
      <IconButton icon={X} label="Hide first steps" className="ml-auto" onPress={hide} />
    </section>
  )
}
