'use client'
import { useDeferredValue, useEffect, useState } from 'react'
import type { PasswordAdvice, PasswordOwner } from '#lib/domains/staff/password-check.ts'

type Advisor = (password: string, owner: PasswordOwner) => PasswordAdvice

/** The password's owner, as far as a page knows them; the host is the page's own. */
export type PageOwner = Omit<PasswordOwner, 'host'>

const ownerHere = (owner: PageOwner): PasswordOwner => ({ ...owner, host: window.location.hostname })

/**
 * Returns the problem and the strength of a password; null until the word list, requested at the first key, has
 * loaded.
 */
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

/** Returns the server's likely refusal; null also when the list can't load, since the server checks again. */
export async function refusalOf(password: string, owner: PageOwner): Promise<string | null> {
  const check = await import('#lib/domains/staff/password-check.ts').catch(() => null)
  return check?.passwordProblem(password, ownerHere(owner)) ?? null
}
