'use client'
import { type ComponentProps, useEffect, useState } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import type { CallReminders as Reminders } from './call-reminders.tsx'

/** Loaded for critical orders only. */
export const CriticalBanner = lazyPart(() => import('./critical-banner.tsx'), 'CriticalBanner')
export const loadCallbackPanel = () => import('./callback-panel.tsx')
export const CallbackPanel = lazyPart(loadCallbackPanel, 'CallbackPanel')
const CallReminders = lazyPart(() => import('./call-reminders.tsx'), 'CallReminders')

/** On every page, after its own reads: reminds whoever records calls of those that are due. */
export function CallRemindersSlot(props: ComponentProps<typeof Reminders>) {
  const mayCall = useMay(recordCallback.permission)
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), MINUTE)
    return () => clearTimeout(timer)
  }, [])
  if (!(mayCall && isLater)) return null
  return <CallReminders {...props} />
}
