/** How to reach a patient, as far as the viewer may see it. */
import { Fragment } from 'react'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { ageOn, readablePhone } from '#lib/domains/demographics/user-info.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { formatDay } from '#lib/utils/time/instants.ts'

type Text = string | null | undefined

interface ContactLinkProps {
  noun: string
  scheme: 'tel' | 'mailto'
  value: Text
  text: string
}

/** A link that calls or writes; what is hidden leads nowhere. */
export function ContactLink({ noun, scheme, value, text }: ContactLinkProps) {
  const { masked } = usePatientData()
  if (!value) return <NoValue word="not provided" />
  if (masked || isMasked(value)) return <Redact noun={noun}>{value}</Redact>
  return (
    <a
      translate="no"
      href={`${scheme}:${value}`}
      className="inline-flex min-h-6 flex-wrap items-center wrap-anywhere text-link max-rail:min-h-10"
    >
      <span>
        {/* A long address breaks before its host. */}
        {text.split(/(?=@)/).map((part) => (
          <Fragment key={part}>
            {part.startsWith('@') && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </a>
  )
}

export function PhoneLink({ value }: { value: Text }) {
  return <ContactLink noun="Phone" scheme="tel" value={value} text={readablePhone(value ?? '')} />
}

/** `3 Feb 1982, age 44` */
export function BirthAndAge({ dob }: { dob: string }) {
  const clock = useWallClock()
  const age = useAtPresent((now) => ageOn(dob, dayIn(clock.zone, now)) ?? -1)
  if (isMasked(dob)) return dob
  return (
    <>
      {formatDay(dob, clock)}
      {age >= 0 && `, age ${age}`}
    </>
  )
}

/** A text about the patient, hidden with their data. */
export function hidden(noun: string, value: string | null | undefined) {
  if (!value) return <NoValue word="not provided" />
  return (
    <Redact noun={noun}>
      <span className="whitespace-pre-line">{value}</span>
    </Redact>
  )
}
