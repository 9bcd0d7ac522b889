'use client'
import Link from 'next/link'
import { type Fact, FactList } from '#components/patterns/page/fact-list.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { BirthDate, PatientName, Redact } from '#components/ui/display/redact.tsx'
import type { Order } from '#lib/domains/orders/order.ts'

interface PatientCardProps {
  environment: string
  order: Order
}

/** Whom the order is for and where it goes; all of it is the mask's to hide. */
export function PatientCard({ environment, order }: PatientCardProps) {
  return (
    <SectionCard
      id="patient"
      title="Patient"
      action={
        <Link
          href={`/${environment}/users/${order.user_id}`}
          prefetch={false}
          className="inline-flex min-h-6 items-center text-accent-ink underline underline-offset-3 print:hidden"
        >
          View user
        </Link>
      }
    >
      <FactList dense facts={factsOf(order, environment)} />
    </SectionCard>
  )
}

function factsOf(
  { id, user_id, patient_address: address, patient_details: details }: Order,
  environment: string,
): Fact[] {
  const { receiver_name: name, city, state, zip } = address ?? {}
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [address?.first_line, address?.second_line, place].filter((line) => line)
  return [
    { label: 'Recipient', value: name ? <PatientName name={name} /> : <Nothing word="not provided" /> },
    { label: 'Birth date', value: details?.dob ? <BirthDate value={details.dob} /> : <Nothing word="not provided" /> },
    { label: 'Gender', value: hidden('Gender', details?.gender) },
    { label: 'Phone', value: hidden('Phone', address?.phone_number) },
    { label: 'Address', value: hidden('Address', lines.join('\n')) },
    ...(zip ? [{ label: 'Nearby', value: <CentersLink environment={environment} order_id={id} /> }] : []),
    { label: 'Country', value: hidden('Country', address?.country) },
    {
      label: 'User',
      value: <CopyableId id={user_id} noun="User ID" printed href={`/${environment}/users/${user_id}`} />,
    },
  ]
}

/** By the order and not by the ZIP, which is in no address. */
function CentersLink({ environment, order_id }: { environment: string; order_id: string }) {
  return (
    <Link
      href={`/${environment}/service-centers?order=${order_id}`}
      prefetch={false}
      className="inline-flex min-h-6 items-center text-accent-ink underline underline-offset-3 print:hidden"
    >
      Service centers near this patient
    </Link>
  )
}

function hidden(noun: string, value: string | null | undefined) {
  if (!value) return <Nothing word="not provided" />
  return (
    <Redact noun={noun}>
      <span className="whitespace-pre-line">{value}</span>
    </Redact>
  )
}
