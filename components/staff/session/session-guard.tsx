'use client'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { hideEverywhere } from '#components/ui/display/mask.tsx'
import { type IdleClock, type IdlePhase, startIdleClock } from '#lib/domains/staff/idle-clock.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { announceEnd, noteSign, onSessionEvent, reportActivity, signOut } from '#lib/kernel/client/session.ts'
import { blankPage, leaveFor, loadAgain } from '#lib/utils/browser/leave.ts'
import { type Ending, signInPath } from '#lib/utils/http/own-path.ts'

const loadDialog = () => import('./session-dialog.tsx')
const SessionDialog = lazy(() => loadDialog().then((part) => ({ default: part.SessionDialog })))

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const CALM: IdlePhase = { at: 'calm' }

interface SessionGuardProps {
  /** Milliseconds without a request after which the session ends. */
  idle: number
  /** Milliseconds from now to the end that nothing moves. */
  ends_in: number
}

/** Warns before the session ends, and when it has, in whichever tab, leaves nothing of it behind. */
export function SessionGuard({ idle, ends_in }: SessionGuardProps) {
  const client = useQueryClient()
  const clock = useRef<IdleClock>(undefined)
  const [phase, setPhase] = useState(CALM)

  useEffect(() => {
    let leaving = false
    const leave = (why: Ending) => {
      // The first reason counts: calls under way are refused one after the other.
      if (leaving) return
      leaving = true
      blankPage()
      client.clear()
      hideEverywhere()
      // Whoever signs in after somebody signed out is led to no page of theirs.
      const next = why === 'signed_out' ? null : `${window.location.pathname}${window.location.search}`
      leaveFor(signInPath(next, why))
    }
    const started = startIdleClock({
      idle,
      ends_in,
      ask: () => consoleRequest(getViewer, {}, {}),
      onSign: noteSign,
      // Without its code there is no dialog; the session ends on time all the same.
      onPhase: (next) => {
        if (next.at === 'calm') setPhase(next)
        else
          loadDialog().then(
            () => setPhase(next),
            () => undefined,
          )
      },
      onUse: reportActivity,
      onEnd: (why) => {
        signOut().catch(() => undefined)
        announceEnd(why)
      },
    })
    clock.current = started
    const stopListening = onSessionEvent((event) => {
      if (event.kind === 'ended') leave(event.why)
      else started.usedElsewhere(event.at)
    })
    const wake = () => started.look()
    // A page that comes back out of the browser's memory would show what somebody saw before they signed out.
    const rest = ({ persisted }: PageTransitionEvent) => persisted && blankPage()
    const revive = ({ persisted }: PageTransitionEvent) => persisted && loadAgain()
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, started.act, { passive: true, capture: true })
    document.addEventListener('visibilitychange', wake)
    window.addEventListener('pagehide', rest)
    window.addEventListener('pageshow', revive)
    return () => {
      started.stop()
      setPhase(CALM)
      stopListening()
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, started.act, { capture: true })
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('pagehide', rest)
      window.removeEventListener('pageshow', revive)
    }
  }, [client, idle, ends_in])

  if (phase.at === 'calm') return null
  return (
    <Suspense fallback={null}>
      <SessionDialog
        kind={phase.at}
        until={phase.until}
        onStay={async () => clock.current?.stay()}
        onNoticed={() => clock.current?.noticed()}
      />
    </Suspense>
  )
}
