'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { hideEverywhere, useMaskSwitch, usePatientData } from '#components/ui/display/mask.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { type IdleClock, type IdlePhase, startIdleClock } from '#lib/domains/staff/idle-clock.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { abandonDrafts, hasDraft } from '#lib/kernel/client/drafts.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import {
  announceEnd,
  announceReturn,
  noteSign,
  onSessionEvent,
  reportActivity,
  signOut,
} from '#lib/kernel/client/session.ts'
import { blankPage, leaveFor, loadAgain } from '#lib/utils/browser/leave.ts'
import { type Ending, signInPath } from '#lib/utils/http/own-path.ts'
import { delay } from '#lib/utils/timers/delay.ts'

const loadDialog = () => import('./session-dialog.tsx')
const SessionDialog = lazyPart(loadDialog, 'SessionDialog')

const loadSignIn = () => import('./session-dialog.tsx')
const SignInAgain = lazyPart(loadSignIn, 'SignInAgain')

const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const
/** Milliseconds that a session’s end waits at most for the server’s word. */
const SIGN_OUT_WAIT = 2_000
const CALM: IdlePhase = { at: 'calm' }

interface SessionGuardProps {
  /** Owner of the session: only they may resume what they typed. */
  person: { id: string; email: string }
  /** Milliseconds without a request after which the session ends. */
  idle: number
  /** Milliseconds from now to the end that nothing moves. */
  ends_in: number
}

/** Leaves nothing of an ended session behind but what was typed and not saved, out of sight until sign-in. */
export function SessionGuard({ person, idle, ends_in }: SessionGuardProps) {
  const client = useQueryClient()
  const router = useRouter()
  const { until: shownUntil } = usePatientData()
  const { hide } = useMaskSwitch()
  const clock = useRef<IdleClock>(undefined)
  const [phase, setPhase] = useState(CALM)
  /** Why the session is over, while its draft waits. */
  const [end, setEnd] = useState<Ending | null>(null)
  const leaving = useRef(false)

  const leave = useCallback(
    (why: Ending) => {
      // The first reason counts: calls under way are refused one after the other.
      if (leaving.current) return
      leaving.current = true
      abandonDrafts()
      blankPage()
      client.clear()
      hideEverywhere()
      // Another person's page isn't the next one's to return to.
      const next = why === 'signed_out' ? null : `${window.location.pathname}${window.location.search}`
      leaveFor(signInPath(next, why))
    },
    [client],
  )

  const goOn = () => {
    // The new session has revealed nobody yet.
    if (shownUntil !== null) hide()
    setEnd(null)
    announceReturn()
    announce('You’re signed in again. Nothing you typed is lost.')
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    // Its own end comes with the page.
    router.refresh()
  }

  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-session-ended', end !== null)
  }, [end])

  useEffect(() => {
    if (end !== null) return
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
        document.documentElement.toggleAttribute('data-session-ended', true)
        const ended = signOut(why).catch(() => undefined)
        // Whatever the server says, and also where it says nothing, nobody works on here.
        void Promise.race([ended, delay(SIGN_OUT_WAIT)]).then(() => announceEnd(why))
      },
    })
    clock.current = started
    const stopListening = onSessionEvent((event) => {
      if (event.kind === 'active') return started.usedElsewhere(event.at)
      if (event.kind !== 'ended') return
      if (event.why === 'signed_out' || !hasDraft()) return leave(event.why)
      // Without its code nobody can sign in here.
      setEnd(event.why)
      loadSignIn().catch(() => leave(event.why))
    })
    const wake = () => started.poll()
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
  }, [leave, end, idle, ends_in])

  if (end !== null) {
    return <SignInAgain person={person} why={end} onBack={goOn} onLeave={leave} />
  }
  if (phase.at === 'calm') return null
  return (
    <SessionDialog
      kind={phase.at}
      until={phase.until}
      onStay={async () => clock.current?.stay()}
      onNoticed={() => clock.current?.noticed()}
    />
  )
}
