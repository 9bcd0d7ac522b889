/** Orders and mentions that colleagues left to the viewer: a number in the navigation, a list, and a notification. */
import { useQuery } from '@tanstack/react-query'
import { AtSign, Bell } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { getMyWork } from '#lib/domains/contacts/contacts.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { keep, readKept } from '#lib/utils/browser/browser.ts'
import { createSignal, subscribeBoth } from '#lib/utils/data/signal.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { RowPatient } from './patient.tsx'

/** Each look reads the worklist, which counts at the service, and is an entry in the audit log. */
const POLL_INTERVAL_MS = 5 * MINUTE

/** A page’s own reads come first. */
const AFTER_MS = 2_000

const SEEN = 'vialdesk-mentions-seen'
const changed = createSignal()
const subscribe = subscribeBoth(changed, 'storage')

/** Orders that are the viewer's, and mentions that they haven't marked as seen in this browser; undefined until known. */
function useMyWork(environment: string) {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...consoleQuery(getMyWork, { params: { environment } }, {}),
    enabled: isLater,
    staleTime: MINUTE,
    refetchInterval: POLL_INTERVAL_MS,
  })
  const seen = useSyncExternalStore(
    subscribe,
    () => readKept(SEEN) ?? '',
    () => '',
  )
  return data && { ...data, mentions: data.mentions.filter(({ id }) => !seen.includes(id)) }
}

/** The number beside the page that shows the work. */
export function MyWorkMark({ environment }: { environment: string }) {
  const work = useMyWork(environment)
  const count = (work?.assigned ?? 0) + (work?.mentions.length ?? 0)
  if (!work || count === 0) return null
  return (
    <span className="ml-auto rounded-pill border border-current bg-surface px-1.5 text-xs text-ink tabular-nums max-wide:absolute max-wide:right-1 max-wide:bottom-0 max-wide:px-1 max-rail:top-0.5 max-rail:right-2 max-rail:bottom-auto">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">
        , {countOf(work.assigned, 'order')} assigned to you, {countOf(work.mentions.length, 'mention')}
      </span>
    </span>
  )
}

const permissionNow = () => (typeof Notification === 'undefined' ? 'denied' : Notification.permission)

/** Tells whoever has allowed it, once for all tabs; a lock screen shows it to others, so it names no patient. */
export function WorkNotifications({ environment }: { environment: string }): null {
  const work = useMyWork(environment)
  const told = useRef<{ assigned_at: string; mention: string } | null>(null)
  const assigned_at = work?.assigned_at ?? ''
  const mention = work?.mentions[0]?.at ?? ''
  const isKnown = work !== undefined
  useEffect(() => {
    if (!isKnown) return
    const before = told.current
    told.current = { assigned_at, mention }
    if (!before || permissionNow() !== 'granted') return
    const tell = (title: string, at: string) => new Notification(title, { tag: `${environment} ${title} ${at}` })
    if (assigned_at > before.assigned_at) tell('An order was assigned to you', assigned_at)
    if (mention > before.mention) tell('A colleague mentioned you', mention)
  }, [environment, isKnown, assigned_at, mention])
  return null
}

/** Lists where colleagues mentioned the viewer, until it is marked as seen. */
export function Mentions({ environment }: { environment: string }) {
  const work = useMyWork(environment)
  if (!work || work.mentions.length === 0) return null
  const markSeen = () => {
    keep(SEEN, [readKept(SEEN) ?? '', ...work.mentions.map(({ id }) => id)].join(' ').slice(-4_000))
    changed.send()
  }
  return (
    <SectionCard title="Mentions" action={<Button onPress={markSeen}>Mark as seen</Button>}>
      <ul className="-my-2 divide-y divide-line">
        {work.mentions.map(({ id, user_id, order_id, by_name, at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <AtSign className="size-4 shrink-0 text-ink-3" />
            <span className="min-w-0 flex-1 basis-40">
              <Link
                href={`/${environment}/${order_id ? `orders/${order_id}` : `users/${user_id}`}#timeline`}
                prefetch={false}
                className="text-link"
              >
                <Verbatim>{by_name}</Verbatim> mentioned you
              </Link>
              <RowPatient environment={environment} order={{ user_id }} />
            </span>
            <TimeStamp value={at} className="text-xs text-ink-2" />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

/** Asks only when it is pressed, and is gone once that is settled. */
export function NotifyButton() {
  const [permission, setPermission] = useState<string | null>(null)
  useEffect(() => setPermission(permissionNow()), [])
  if (permission !== 'default') return null
  return (
    <Button icon={Bell} onPress={() => void Notification.requestPermission().then(setPermission)}>
      Notify me of new work
    </Button>
  )
}
