'use client'
import { useState } from 'react'
import { RequestError } from '#lib/kernel/client/errors.ts'

export interface Problem {
  text: string
  /** When the next try is allowed, in milliseconds since 1970; null where nothing stands against it. */
  locked_until: number | null
  status: number | undefined
}

/** A form that asks the server: whether it is under way, and why it did not work. */
export function useAttempt() {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  /** Null when it did not work; `problem` then says why. */
  const attempt = async <T>(call: () => Promise<T>): Promise<{ answer: T } | null> => {
    setPending(true)
    setProblem(null)
    try {
      return { answer: await call() }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { issues, retry_after_ms, status, message } = error
      const text = issues.length > 0 ? issues.map(({ msg }) => msg).join(' ') : message
      setProblem({ text, status, locked_until: lockOf(status, retry_after_ms) })
      return null
    } finally {
      setPending(false)
    }
  }
  return { isPending, problem, attempt, forget: () => setProblem(null) }
}

function lockOf(status: number | undefined, retry_after_ms: number | undefined) {
  return status === 429 && retry_after_ms !== undefined ? Date.now() + retry_after_ms : null
}

/** What nobody can read while typing is typed anew, not mended. */
export function typeAgain(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}
