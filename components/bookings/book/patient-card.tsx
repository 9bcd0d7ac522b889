import Link from 'next/link'
import type { ReactNode } from 'react'
import { PhoneLink } from '#components/patterns/domain/contact-terms.tsx'
import { PatientLine, useToday } from '#components/patterns/domain/patient.tsx'
import { FactList, SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { addressZip, placeOf } from '#lib/domains/demographics/address-zip.ts'
import { patientZones, zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import { isOtherState } from '#lib/domains/demographics/zip-states.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { contactOf, ownLabel, patientOf, recordDifferences } from '#lib/domains/orders/patient.ts'
import { useUser } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import type { Demographics, PatientKnown } from './preflight.ts'

const LINK = 'text-link'

/** Shows the patient while booking: from demographics, or from the order where those are missing. */
export function PatientCard({ environment, order, patient }: { environment: string; order: Order; patient: Patient }) {
  const { info, failure, known } = patient
  const page = `/${environment}/users/${order.user_id}/demographics`
  return (
    <SectionCard
      title="Patient"
      action={
        <Link href={page} prefetch={false} className={`inline-flex min-h-6 items-center ${LINK}`}>
          {known.demographics === 'missing' ? 'Add demographics' : 'View demographics'}
        </Link>
      }
    >
      {known.demographics === 'loading' ? (
        <div role="status">
          <span className="sr-only">Demographics are loading.</span>
          <Skeleton className="after-300ms h-24" />
        </div>
      ) : (
        <Facts environment={environment} order={order} info={info} />
      )}
      {known.demographics === 'missing' && (
        <p className="mt-3 border-t border-line pt-3 text-ink-2">
          No demographics on file. These details are from the order.
        </p>
      )}
      {failure && known.demographics === 'failed' && (
        <div className="mt-3 border-t border-line pt-3">
          <CardFailure subject="Demographics" error={failure} onRetry={patient.refetch} />
        </div>
      )}
    </SectionCard>
  )
}

function Facts({ environment, order, info }: { environment: string; order: Order; info: Patient['info'] }) {
  const today = useToday()
  const contact = contactOf(order, info, today)
  const lines = visitAddress(order) || homeAddress(info)
  return (
    <>
      <PatientLine environment={environment} order={order} className="mb-2.5" />
      <FactList
        flow
        facts={[
          { label: ownLabel(contact, 'Phone'), value: <PhoneLink value={contact.phone} /> },
          { label: 'Address', value: lines ? <Hidden noun="Address" text={lines} /> : NOT_PROVIDED },
        ]}
      />
    </>
  )
}

const NOT_PROVIDED: ReactNode = <NoValue word="not provided" />

function visitAddress({ patient_address: address }: Order): string {
  const { first_line, second_line, city, state, zip } = address ?? {}
  return linesOf([first_line, second_line], city, state, zip)
}

function homeAddress(info: Patient['info']): string {
  if (!info) return ''
  const { first_line, second_line, city, state } = info.address
  return linesOf([first_line, second_line], city, state, addressZip(info.address))
}

type Text = string | null | undefined

function linesOf(streets: readonly Text[], city: Text, state: Text, zip: Text): string {
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [...streets, place].filter(Boolean).join('\n')
}

function Hidden({ noun, text }: { noun: string; text: string }) {
  return <Redact noun={noun}>{isMasked(text) ? text : <span className="whitespace-pre-line">{text}</span>}</Redact>
}

/** Reads the patient of a draw: demographics and time zone, next to the order's own data. */
export function usePatient(environment: string, order: Order) {
  const { user_id, patient_address: visit } = order
  const address = { environment, user_id }
  const { info, failure, isFetching, refetch } = useUserInfo(address, null)
  const user = useUser(address, null)
  const home = info && placeOf(info.address)
  const ofVisit = zonesOf(visit?.state || visit?.zip ? visit : (home ?? {}))
  const ofUser = user.data && patientZones({}, user.data.user.fallback_time_zone?.id)
  const zones = ofVisit.length > 0 ? ofVisit : ofUser
  const known: PatientKnown = {
    demographics: info ? 'present' : demographicsOf(failure),
    birth_date: patientOf(order, info).birth_date,
    hasWrongZip: info !== undefined && info !== null && isOtherState(addressZip(info.address), info.address.state),
    differences: info ? recordDifferences(order, info).map(({ label }) => label) : [],
    zones,
    hasZoneFailed: zones === undefined && user.failure !== null,
  }
  return {
    info,
    failure,
    known,
    isFetching: isFetching || user.isFetching,
    refetch: () => {
      void refetch()
      user.refetch()
    },
  }
}

function demographicsOf(failure: RequestFailure | null): Demographics {
  if (!failure) return 'loading'
  return failure.status === 404 ? 'missing' : 'failed'
}

type Patient = ReturnType<typeof usePatient>
