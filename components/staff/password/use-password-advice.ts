'use client'
import { useDeferredValue, useEffect, useState } from 'react'
import type { PasswordAdvice, PasswordOwner } from '#lib/domains/staff/password-check.ts'

type Advisor = (password: string, owner: PasswordOwner) => PasswordAdvice

/** Of whom a page knows email address and name: where they are is the page's own host. */
export type PageOwner = Omit<PasswordOwner, 'host'>

const ownerHere = (owner: PageOwner): PasswordOwner => ({ ...owner, host: window.location.hostname })

/** What is wrong with a password and how strong it is; null until the list is there, which is loaded at the first key. */
export function usePasswordAdvice(password: string, { email, name }: PageOwner): PasswordAdvice | null {
  const [advisor, setAdvisor] = useState<{ ask: Advisor } | null>(null)
  const isTyping = password !== ''
  useEffect(() => {
    if (!isTyping) return
    let isGone = false
    import('#lib/domains/staff/password-check.ts').then(
      ({ adviseOn }) => isGone || setAdvisor({ ask: adviseOn }),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isTyping])
  const looked = useDeferredValue(password)
  return advisor && isTyping ? advisor.ask(looked, ownerHere({ email, name })) : null
}

/** What the server would refuse, as one sentence; null also where the list cannot be loaded: then the server says it. */
export async function refusalOf(password: string, owner: PageOwner): Promise<string | null> {
  const check = await import('#lib/domains/staff/password-check.ts').catch(() => null)
  return check?.passwordProblem(password, ownerHere(owner)) ?? null
}
