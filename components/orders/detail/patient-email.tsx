'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ContactLink } from '#components/patterns/domain/contact-terms.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { type UserAddress, userInfoQuery } from '#lib/domains/users/queries.ts'
import { failureOf } from '#lib/kernel/client/failure.ts'

/**
 * An order has no email: it stands in the user's demographics. Each reading of those is on record, so they are read when
 * somebody asks, and not for every order that one passes in a queue.
 */
export function PatientEmail(address: UserAddress) {
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...userInfoQuery(address), enabled: isAsked, retry: false })
  const { masked } = usePatientData()
  const place = useRef<HTMLSpanElement>(null)
  const isAnswered = data !== undefined || error !== null
  useEffect(() => {
    // The button is gone with its focus.
    if (isAsked && isAnswered && document.activeElement === document.body) place.current?.focus()
  }, [isAsked, isAnswered])
  if (masked) return <Redact noun="Email">{null}</Redact>
  const isNone = error !== null && failureOf(error).status === 404
  return (
    <span ref={place} tabIndex={-1}>
      {data && <ContactLink noun="Email" scheme="mailto" value={data.email} text={data.email} />}
      {isNone && <Nothing word="No demographics on file" />}
      {!data && !isNone && (
        <>
          {error && <span className="mr-2 text-ink-2">Didn’t load. {failureOf(error).detail}</span>}
          <span className="hidden text-ink-3 print:inline">not shown</span>
          <button
            type="button"
            aria-disabled={isFetching}
            onClick={() => (error ? void refetch() : setAsked(true))}
            className="min-h-6 text-accent-ink underline underline-offset-3 max-rail:min-h-10 print:hidden"
          >
            {isFetching ? 'Loading' : buttonLabel(error !== null)}
          </button>
        </>
      )}
    </span>
  )
}

const buttonLabel = (hasFailed: boolean) => (hasFailed ? 'Try again' : 'Show email')
