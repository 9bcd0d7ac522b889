/** Reminds the owner of a critical result that the next call about it is due, on whatever page they are. */
import { useQuery } from '@tanstack/react-query'
import { PhoneForwarded, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { RowMinor, RowPatient } from '#components/patterns/domain/patient.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import type { CriticalOrder, CriticalQueue } from '#lib/domains/orders/critical/critical.ts'
import { criticalState } from '#lib/domains/orders/critical/critical-state.ts'
import { criticalQuery } from '#lib/domains/orders/queries.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { instantLabel } from './critical-mark.tsx'

/** Each read is an entry in the audit log; a colleague's call in between is seen when the time has come. */
const POLL_INTERVAL_MS = 5 * MINUTE

interface Attempt {
  key: string
  order: CriticalOrder
  /** In milliseconds since 1970. */
  at: number
}

/** Returns the next attempts that are this person's: of results they own, or that nobody owns and they called about last. */
function attemptsOf(queue: CriticalQueue | undefined, viewer_id: string): Attempt[] {
  const { waiting = [], acknowledged = [], starts_at = null } = queue ?? {}
  return [...waiting, ...acknowledged].flatMap((order) => {
    const { owner, callbacks, nextAttemptAt: at } = criticalState({ ...order, starts_at })
    const owner_id = owner?.owner_id ?? callbacks[0]?.recorded_by_id
    return at === null || owner_id !== viewer_id ? [] : [{ key: `${order.order_id} ${at}`, order, at }]
  })
}

export function CallReminders({ environment, viewer_id }: { environment: string; viewer_id: string }) {
  const { data, refetch } = useQuery({ ...criticalQuery(environment), refetchInterval: POLL_INTERVAL_MS })
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const attempts = attemptsOf(data, viewer_id)
  const dueKeys = useAtPresent((now) =>
    attempts
      .filter(({ at }) => at <= now)
      .map(({ key }) => key)
      .join(),
  )
  useEffect(() => {
    if (dueKeys !== '') void refetch()
  }, [dueKeys, refetch])
  const due = attempts.filter(({ key }) => dueKeys.split(',').includes(key) && !closed.has(key))
  return (
    <div role="status" className="print:hidden">
      {due.map((attempt) => (
        <Reminder
          key={attempt.key}
          environment={environment}
          attempt={attempt}
          onClose={() => setClosed(new Set([...closed, attempt.key]))}
        />
      ))}
    </div>
  )
}

interface ReminderProps {
  environment: string
  attempt: Attempt
  onClose: () => void
}

const permissionNow = () => (typeof Notification === 'undefined' ? 'denied' : Notification.permission)

function Reminder({ environment, attempt: { key, order, at }, onClose }: ReminderProps) {
  const { order_id } = order
  const clock = useWallClock()
  const time = useAtPresent((now) => instantLabel(at, now, clock))
  const [permission, setPermission] = useState(permissionNow)
  useEffect(() => {
    if (permission !== 'granted') return
    // A lock screen shows it to whoever is near, so nothing in it says who the patient is; one for all tabs.
    const notification = new Notification('A callback is due', { body: `Order ${shortId(order_id)}`, tag: key })
    return () => notification.close()
  }, [permission, order_id, key])
  return (
    <section
      aria-label="Callback due"
      data-tone="warn"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-tone-line bg-tone-soft px-4 py-2 rail:px-6"
    >
      <PhoneForwarded className="shrink-0 text-tone-fg" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-control text-tone-fg">
          A callback has been due since {time}: order <Verbatim>{shortId(order_id)}</Verbatim>
        </p>
        <RowPatient environment={environment} order={order} birth calls />
        <RowMinor environment={environment} order={order} />
      </div>
      <Link href={`/${environment}/orders/${order_id}`} prefetch={false} className={linkButton}>
        Open order
      </Link>
      {permission === 'default' && (
        <Button onPress={() => void Notification.requestPermission().then(setPermission)}>Notify me next time</Button>
      )}
      <IconButton icon={X} label="Close reminder" plain onPress={onClose} />
    </section>
  )
}
