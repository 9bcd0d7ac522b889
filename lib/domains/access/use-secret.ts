/** One credential in the memory of one page: made on purpose, gone when its time is up, the page is left or the session ends. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { onSessionEvent } from '#lib/kernel/client/session.ts'

/** Times are milliseconds since 1970 by this machine's clock. */
interface HeldSecret<T> {
  value: T
  made_at: number
  /** From then on it is no longer in memory. */
  until: number
}

export interface SecretState<T> {
  kept: HeldSecret<T> | null
  isPending: boolean
  error: RequestError | null
  /** When the last one was cleared because its time was up; null while there is one, and before the first. */
  cleared_at: number | null
}

type Task<T> = (signal: AbortSignal) => Promise<Omit<HeldSecret<T>, 'made_at'>>

const NOTHING = { kept: null, isPending: false, error: null, cleared_at: null } as const

/** Milliseconds a page keeps a credential that may well work longer: who still needs it makes another. */
export const HOLD_MS = 10 * 60_000

/** Longer timers overflow and would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Never in a query cache, an address or a storage: a credential lives in this state alone. `make` forgets the one before
 * and keeps what `task` brings until `until`; an answer that comes after the page was left is dropped unread. Resolves
 * with the refusal of the service, for a form to sort by field; null when there is none.
 */
export function useSecret<T>() {
  const [state, setState] = useState<SecretState<T>>(NOTHING)
  const under = useRef<AbortController | null>(null)
  const until = state.kept?.until ?? null

  const clear = useCallback(() => {
    under.current?.abort()
    under.current = null
    setState(NOTHING)
  }, [])

  const make = useCallback(async (task: Task<T>): Promise<RequestError | null> => {
    under.current?.abort()
    const controller = new AbortController()
    under.current = controller
    setState({ ...NOTHING, isPending: true })
    try {
      const made = await task(controller.signal)
      if (!controller.signal.aborted) setState({ ...NOTHING, kept: { ...made, made_at: Date.now() } })
    } catch (error) {
      if (controller.signal.aborted) return null
      setState(NOTHING)
      if (!(error instanceof RequestError)) throw error
      setState({ ...NOTHING, error })
      return error
    }
    return null
  }, [])

  useEffect(() => {
    if (until === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // A sleeping machine misses its timer, so this also checks when the page becomes visible.
    const look = () => {
      clearTimeout(timer)
      const left = until - Date.now()
      if (left > 0) timer = setTimeout(look, Math.min(left, MAX_TIMER_MS))
      else setState({ ...NOTHING, cleared_at: Date.now() })
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [until])

  useEffect(() => {
    // A browser may keep a page that was left, as it stood: the credential is off the page before that.
    const leave = () => flushSync(clear)
    window.addEventListener('pagehide', leave)
    const stopListening = onSessionEvent((event) => event.kind === 'ended' && clear())
    return () => {
      window.removeEventListener('pagehide', leave)
      stopListening()
      under.current?.abort()
    }
  }, [clear])

  return { ...state, make, clear }
}
