'use client'
import Link from 'next/link'
import { ContactLink, PhoneLink, PlaceTime } from '#components/patterns/domain/contact-terms.tsx'
import { type KnownPatient, PatientLine, usePatient } from '#components/patterns/domain/patient.tsx'
import { type Fact, FactList } from '#components/patterns/page/fact-list.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { recordDifferences } from '#lib/domains/orders/patient.ts'

const LINK = 'inline-flex min-h-6 items-center text-accent-ink underline underline-offset-3 print:hidden'

interface PatientCardProps {
  environment: string
  order: Order
}

/** Shows the patient of an order with contact and address, all maskable. */
export function PatientCard({ environment, order }: PatientCardProps) {
  const { id, user_id, patient_address: address } = order
  const patient = usePatient(environment, order)
  const differences = patient.info ? recordDifferences(order, patient.info) : []
  return (
    <SectionCard
      id="patient"
      title="Patient"
      action={
        <Link href={`/${environment}/users/${user_id}`} prefetch={false} className={LINK}>
          View user
        </Link>
      }
    >
      <PatientLine environment={environment} order={order} className="mb-2.5" />
      <FactList
        flow
        facts={[
          ...factsOf(order, patient),
          {
            label: 'User',
            value: <CopyableId id={user_id} noun="User ID" href={`/${environment}/users/${user_id}`} />,
          },
        ]}
      />
      {differences.length > 0 && (
        <Notice kind="warn" className="mt-3">
          <div>
            <p>This order differs from the user’s demographics. A change there doesn’t change the order.</p>
            <ul className="list-disc pl-4">
              {differences.map(({ label, record }) => (
                <li key={label}>
                  {label} in demographics: <Redact noun={label}>{record}</Redact>
                </li>
              ))}
            </ul>
          </div>
        </Notice>
      )}
      {address?.zip && (
        // By the order and not by the ZIP, which is in no address.
        <Link href={`/${environment}/service-centers?order=${id}`} prefetch={false} className={`mt-2 ${LINK}`}>
          Service centers near this patient
        </Link>
      )}
    </SectionCard>
  )
}

function factsOf(order: Order, { info, contact }: KnownPatient): Fact[] {
  const { patient_address: address, patient_details: details } = order
  const { city, state, zip } = address ?? {}
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [address?.first_line, address?.second_line, place, address?.country].filter((line) => line)
  return [
    { label: contact.minor === null ? 'Phone' : 'Child’s phone', value: <PhoneLink value={contact.phone} /> },
    { label: 'Local time', value: <PlaceTime zip={zip} state={state} />, screenOnly: true },
    { label: 'Gender', value: hidden('Gender', info?.gender || details?.gender) },
    ...(info
      ? [{ label: 'Email', value: <ContactLink noun="Email" scheme="mailto" value={info.email} text={info.email} /> }]
      : []),
    { label: 'Address', value: hidden('Address', lines.join('\n')) },
  ]
}

function hidden(noun: string, value: string | null | undefined) {
  if (!value) return <Nothing word="not provided" />
  return (
    <Redact noun={noun}>
      <span className="whitespace-pre-line">{value}</span>
    </Redact>
  )
}
