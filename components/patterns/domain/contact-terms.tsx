/** How to reach a patient and when, as far as the viewer may see it. */
import { Check, MoonStar } from 'lucide-react'
import { Fragment } from 'react'
import { Nothing } from '#components/patterns/states/empty-state.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { ageOn } from '#lib/domains/demographics/age.ts'
import { localTimes, mayCall, offsetLabel } from '#lib/domains/demographics/call-hours.ts'
import { patientZones, zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import { readablePhone } from '#lib/domains/demographics/user-info.ts'
import { type UserAddress, useUser } from '#lib/domains/users/queries.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
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
  if (!value) return <Nothing word="not provided" />
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

/** Shows the time at a patient's address; where it tells none, in the user's own zone. */
export function PlaceTime({ zip, state, ...user }: UserAddress & { zip: Text; state: Text }) {
  const zones = zonesOf({ zip, state })
  if (isMasked(state)) return <Redact noun="Local time">{state}</Redact>
  return zones.length > 0 ? <ZoneTime zones={zones} /> : <UserTime {...user} />
}

function UserTime(user: UserAddress) {
  const { data } = useUser(user, null)
  return <ZoneTime zones={patientZones({}, data?.user.fallback_time_zone?.id)} />
}

/** Shows a local time and whether it's in call hours; both times where two zones are possible. */
function ZoneTime({ zones }: { zones: readonly string[] }) {
  const viewer = useWallClock()
  const minute = useAtPresent((now) => Math.floor(now / MINUTE) * MINUTE)
  const times = localTimes(minute, zones, viewer)
  const [first] = times
  if (!first) return <Nothing word="unknown" />
  const isCallTime = mayCall(times)
  const Icon = isCallTime ? Check : MoonStar
  return (
    <Redact noun="Local time">
      {times.map(({ time }) => time).join(' or ')}
      {times.length === 1 && <span className="text-ink-2">, {offsetLabel(first.ahead)}</span>}{' '}
      <span
        data-tone={isCallTime ? 'ok' : 'warn'}
        className="inline-flex items-center gap-1 font-control whitespace-nowrap text-tone-fg"
      >
        <Icon className="size-3.5" />
        {isCallTime ? 'In call hours' : 'Outside call hours'}
      </span>
    </Redact>
  )
}

/** A text about the patient, hidden with their data. */
export function hidden(noun: string, value: string | null | undefined) {
  if (!value) return <Nothing word="not provided" />
  return (
    <Redact noun={noun}>
      <span className="whitespace-pre-line">{value}</span>
    </Redact>
  )
}
