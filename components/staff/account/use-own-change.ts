'use client'
import { useState } from 'react'
import { RequestError } from '#lib/kernel/client/errors.ts'

export interface FieldProblems {
  /** By field, as the console named them. */
  fields: Record<string, string>
  /** What is wrong besides the fields. */
  text: string | null
}

const NONE: FieldProblems = { fields: {}, text: null }

/** Sends a form about one's own account, and sorts what is wrong with it by field. */
export function useOwnChange() {
  const [isPending, setPending] = useState(false)
  const [problems, setProblems] = useState(NONE)
  /** True when it worked. */
  const send = async (call: () => Promise<void>): Promise<boolean> => {
    setPending(true)
    setProblems(NONE)
    try {
      await call()
      return true
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblems(problemsOf(error))
      return false
    } finally {
      setPending(false)
    }
  }
  return { isPending, problems, send }
}

export function problemsOf(error: RequestError): FieldProblems {
  if (error.issues.length === 0) return { fields: {}, text: error.message }
  return { fields: Object.fromEntries(error.issues.map(({ loc, msg }) => [String(loc.at(-1)), msg])), text: null }
}
