'use client'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import type { CallReminders as Reminders } from './call-reminders.tsx'

/** Loaded for critical orders only. */
export const CriticalBanner = lazy(() =>
  import('./critical-banner.tsx').then((part) => ({ default: part.CriticalBanner })),
)
export const CallbackPanel = lazy(() =>
  import('./callback-panel.tsx').then((part) => ({ default: part.CallbackPanel })),
)
const CallReminders = lazy(() => import('./call-reminders.tsx').then((part) => ({ default: part.CallReminders })))

/** On every page, after its own reads: reminds whoever records calls of those that are due. */
export function CallRemindersSlot(props: ComponentProps<typeof Reminders>) {
  const mayCall = useMay(recordCallback.permission)
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), MINUTE)
    return () => clearTimeout(timer)
  }, [])
  if (!(mayCall && isLater)) return null
  return (
    <Suspense fallback={null}>
      <CallReminders {...props} />
    </Suspense>
  )
}
