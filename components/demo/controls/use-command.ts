import { useRef, useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { RequestError } from '#lib/kernel/client/errors.ts'

export interface Failure {
  part: string
  text: string
}

function failureText(error: unknown): string {
  return error instanceof RequestError ? error.message : 'That didn’t work, and nothing changed. Try again.'
}

interface Command {
  part: string
  run: () => Promise<void>
  /** Read to people who don't see it happen, once it has. */
  done: () => string
}

/** One command at a time: pressing a button while one runs has no effect. */
export function useCommand() {
  const [pending, setPending] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isRunning = useRef(false)
  const start = async ({ part, run, done }: Command) => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(part)
    setFailure(null)
    try {
      await run()
      announce(done())
    } catch (error) {
      setFailure({ part, text: failureText(error) })
    } finally {
      isRunning.current = false
      setPending(null)
    }
  }
  return { pending, failure, start: (command: Command) => void start(command) }
}

interface Wanted<T> {
  value: T
  part: string
  done: string
}

/** A setting that shows what was chosen at once. Of several choices in a row only the last one has to take effect. */
export function useSetting<T>(actual: T, apply: (value: T) => Promise<void>) {
  const [wanted, setWanted] = useState<Wanted<T> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const latest = useRef<Wanted<T> | null>(null)
  const applyLatest = async () => {
    while (latest.current) {
      const current: Wanted<T> = latest.current
      try {
        await apply(current.value)
        if (latest.current === current) announce(current.done)
      } catch (error) {
        if (latest.current === current) setFailure({ part: current.part, text: failureText(error) })
      }
      if (latest.current === current) latest.current = null
    }
    setWanted(null)
  }
  const choose = (next: Wanted<T>) => {
    const isApplying = latest.current !== null
    latest.current = next
    setWanted(next)
    setFailure(null)
    if (!isApplying) void applyLatest()
  }
  return { value: wanted ? wanted.value : actual, pending: wanted?.part ?? null, failure, choose }
}
