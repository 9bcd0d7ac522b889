import clsx from 'clsx'
import { Check, Copy, MoonStar } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { BirthAndAge, ContactLink } from '#components/patterns/domain/contact-terms.tsx'
import { MinorLine, useToday } from '#components/patterns/domain/patient.tsx'
import { editAddress } from '#components/patterns/form/read-or-edit.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { addressZip, placeOf } from '#lib/domains/demographics/address-zip.ts'
import { CALL_HOURS, localTimes, mayCall, offsetLabel } from '#lib/domains/demographics/call-hours.ts'
import { patientZones } from '#lib/domains/demographics/patient-zones.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import { readablePhone, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { contactOf, ownLabel } from '#lib/domains/orders/patient.ts'
import { type UserAddress, useUser } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { hourLabel } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { infoLabel } from './demographics-terms.ts'

/** Hours that are named below the bar. The end isn’t: beside the end of call hours there is no room for it. */
const MARKS = [0, CALL_HOURS.from, 12, CALL_HOURS.to] as const

const percent = (hour: number) => `${(hour / 24) * 100}%`

/** Shows the patient's local time in every possible zone, and whether it's in call hours, in words as well as a bar. */
function LocalTimeBar({ zones }: { zones: readonly string[] }) {
  const viewer = useWallClock()
  const minute = useAtPresent((now) => Math.floor(now / MINUTE) * MINUTE)
  const times = localTimes(minute, zones, viewer)
  const [first] = times
  const isCallTime = mayCall(times)
  const Icon = isCallTime ? Check : MoonStar
  if (!first) return null
  return (
    <div className="-mx-4 -mt-4 mb-4 border-b border-line px-4 pt-3 pb-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="text-lg font-heading">{times.map(({ time }) => time).join(' or ')}</span>
        <span className="min-w-0 flex-1 text-ink-2">
          <span>in </span>
          {times.map(({ zone }) => zoneName(zone)).join(' or ')}
          {times.length === 1 && `, ${offsetLabel(first.ahead)}`}
        </span>
        <span
          data-tone={isCallTime ? 'ok' : 'warn'}
          className="inline-flex items-center gap-1 text-sm font-control text-tone-fg"
        >
          <Icon />
          {isCallTime ? 'In call hours' : 'Outside call hours'}
        </span>
      </p>
      <div aria-hidden="true" className="relative mt-2 h-2 rounded-full bg-sunken forced-color-adjust-none">
        <span
          data-tone="ok"
          className="absolute inset-y-0 bg-tone-dot opacity-50"
          style={{ left: percent(CALL_HOURS.from), width: percent(CALL_HOURS.to - CALL_HOURS.from) }}
        />
        {times.map(({ zone, hour }) => (
          <span
            key={zone}
            className="absolute -inset-y-1 w-[3px] -translate-x-1/2 rounded-full bg-ink"
            style={{ left: percent(hour) }}
          />
        ))}
      </div>
      <div aria-hidden="true" className="relative mt-1.5 h-4 text-xs text-ink-3">
        {MARKS.map((at) => (
          <span key={at} className={clsx('absolute', at > 0 && '-translate-x-1/2')} style={{ left: percent(at) }}>
            {hourLabel(at, viewer.hours)}
          </span>
        ))}
      </div>
    </div>
  )
}

interface ContactCardProps extends UserAddress {
  failure: RequestFailure | null
  mayEdit: boolean
}

/** How to reach the patient: what one reads out, calls or copies during a call. */
export function ContactCard({ environment, user_id, failure: initial, mayEdit }: ContactCardProps) {
  const address = { environment, user_id }
  const { info, failure, refetch } = useUserInfo(address, initial)
  const { data: row } = useUser(address, null)
  const zone = row?.user.fallback_time_zone?.id ?? null
  const zonesHere = patientZones(info ? placeOf(info.address) : {}, zone)
  const page = `/${environment}/users/${user_id}/demographics`
  const isNone = failure?.status === 404
  return (
    <SectionCard
      title="Contact"
      action={
        info && (
          <Link href={mayEdit ? editAddress(page) : page} className="text-sm text-link">
            {mayEdit ? 'Edit' : 'View demographics'}
          </Link>
        )
      }
    >
      {(info || failure) && <LocalTimeBar zones={zonesHere} />}
      {info && <ContactLines info={info} zone={zone} reference={row?.user.client_user_id ?? null} />}
      {!info && !failure && <Skeleton className="after-300ms h-40" />}
      {isNone && (
        <p className="text-ink-2">
          <span>No demographics yet. </span>
          {mayEdit && (
            <Link href={page} className="text-link">
              Add demographics
            </Link>
          )}
        </p>
      )}
      {failure && !info && !isNone && (
        <CardFailure subject="Contact details" error={failure} onRetry={() => void refetch()} />
      )}
    </SectionCard>
  )
}

function ContactLines({ info, zone, reference }: { info: UserInfo; zone: string | null; reference: string | null }) {
  const { phone_number, email, dob, gender, address } = info
  const contact = contactOf(null, info, useToday())
  const { first_line, second_line, city, state } = address
  const lines = [
    [first_line, second_line].filter(Boolean).join(', '),
    [city, state, addressZip(address)].filter(Boolean).join(' '),
  ]
  return (
    <>
      <MinorLine contact={contact} unknown={null} />
      <dl className="grid grid-cols-[72px_minmax(0,1fr)_24px] gap-x-2 gap-y-1.5">
        <Line label={ownLabel(contact, 'Phone')} copy={phone_number}>
          <ContactLink noun="Phone" scheme="tel" value={phone_number} text={readablePhone(phone_number)} />
        </Line>
        <Line label={ownLabel(contact, 'Email')} copy={email}>
          <ContactLink noun="Email" scheme="mailto" value={email} text={email} />
        </Line>
        <Line label="Birth date">
          <Redact noun="Birth date">
            <BirthAndAge dob={dob} />
          </Redact>
        </Line>
        <Line label="Gender">
          <Redact noun="Gender">{infoLabel('gender', gender) || gender}</Redact>
        </Line>
        <Line label="Address" copy={lines.filter(Boolean).join('\n')}>
          <Redact noun="Address">
            <span className="block">{lines[0]}</span>
            <span className="block">{lines[1]}</span>
          </Redact>
        </Line>
        <Line label="Time zone">{zone ? zoneName(zone) : <NoValue word="not set" />}</Line>
        <Line label="Reference" {...(reference && { copy: reference })}>
          {reference ? <Verbatim>{reference}</Verbatim> : <NoValue word="No reference" />}
        </Line>
      </dl>
    </>
  )
}

function Line({ label, copy, children }: { label: string; copy?: string; children: ReactNode }) {
  const { masked } = usePatientData()
  const isShown = copy !== undefined && copy !== '' && !isMasked(copy) && (!masked || label === 'Reference')
  return (
    <div className="col-span-3 grid min-h-7 grid-cols-subgrid items-center">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0">{children}</dd>
      {isShown && <CopyLine label={label} text={copy} />}
    </div>
  )
}

function CopyLine({ label, text }: { label: string; text: string }) {
  const { copied, copy } = useCopy(text, label)
  return (
    <dd className="print:hidden">
      <IconButton
        icon={copied ? Check : Copy}
        label={`Copy ${label.toLowerCase()}`}
        onPress={() => void copy()}
        plain
      />
    </dd>
  )
}
