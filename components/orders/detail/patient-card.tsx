'use client'
import Link from 'next/link'
import { BirthAndAge, PhoneLink, StateTime } from '#components/patterns/domain/contact-terms.tsx'
import { type Fact, FactList } from '#components/patterns/page/fact-list.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { PatientName, Redact } from '#components/ui/display/redact.tsx'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { PatientEmail } from './patient-email.tsx'

const LINK = 'inline-flex min-h-6 items-center text-accent-ink underline underline-offset-3 print:hidden'

interface PatientCardProps {
  environment: string
  order: Order
}

/** Whom the order is for, how to reach them and where it goes; all of it is the mask's to hide. */
export function PatientCard({ environment, order }: PatientCardProps) {
  const { id, user_id, patient_address: address } = order
  const name = address?.receiver_name
  const mayReadEmail = useMay(getLatestUserInfo.permission)
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
      <p className="mb-2.5 text-lg font-heading">
        {name ? <PatientName name={name} /> : <Nothing word="Recipient not provided" />}
      </p>
      <FactList
        flow
        facts={[
          ...factsOf(order),
          ...(mayReadEmail
            ? [{ label: 'Email', value: <PatientEmail environment={environment} user_id={user_id} /> }]
            : []),
          {
            label: 'User',
            value: <CopyableId id={user_id} noun="User ID" href={`/${environment}/users/${user_id}`} />,
          },
        ]}
      />
      {address?.zip && (
        // By the order and not by the ZIP, which is in no address.
        <Link href={`/${environment}/service-centers?order=${id}`} prefetch={false} className={`mt-2 ${LINK}`}>
          Service centers near this patient
        </Link>
      )}
    </SectionCard>
  )
}

function factsOf({ patient_address: address, patient_details: details }: Order): Fact[] {
  const { city, state, zip } = address ?? {}
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [address?.first_line, address?.second_line, place, address?.country].filter((line) => line)
  return [
    { label: 'Phone', value: <PhoneLink value={address?.phone_number} /> },
    { label: 'Local time', value: state ? <StateTime state={state} /> : <Nothing word="unknown" />, screenOnly: true },
    {
      label: 'Born',
      value: details?.dob ? (
        <Redact noun="Birth date">
          <BirthAndAge dob={details.dob} />
        </Redact>
      ) : (
        <Nothing word="not provided" />
      ),
    },
    { label: 'Gender', value: hidden('Gender', details?.gender) },
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
