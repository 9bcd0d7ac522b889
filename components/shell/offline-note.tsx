'use client'
import { WifiOff } from 'lucide-react'
import { useOffline } from 'next/offline'
import { Note } from '#components/patterns/states/states.tsx'

/** Says that pages can't be loaded. Whatever was opened waits, is tried again every few seconds, and then appears. */
export function OfflineNote() {
  const isOffline = useOffline()
  if (!isOffline) return null
  return (
    <Note tone="warn" icon={WifiOff}>
      <strong className="font-control">{navigator.onLine ? 'The console isn’t responding.' : 'You’re offline.'}</strong>{' '}
      What you open appears as soon as the connection is back. Nothing on this page is lost.
    </Note>
  )
}
