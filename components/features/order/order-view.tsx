'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { type Fact, FactList } from '#components/shared/fact-list.tsx'
import { Nothing } from '#components/shared/nothing.tsx'
import { Method, ResultPill } from '#components/shared/order-terms.tsx'
import { SectionCard } from '#components/shared/section-card.tsx'
import { BirthDate, PatientName, Redact } from '#components/ui/redact.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { TimeStamp } from '#components/ui/time-stamp.tsx'
import type { RequestFailure } from '#lib/client/failure.ts'
import type { Order } from '#lib/contract/order.ts'
import { shortId } from '#lib/utils/ids.ts'
import { EventTimeline } from './event-timeline.tsx'
import { useOrder } from './use-order.ts'

interface OrderViewProps {
  environment: string
  order_id: string
  failure: RequestFailure | null
}

/** What is known of one order, and what has happened to it. */
export function OrderView({ environment, order_id, failure }: OrderViewProps) {
  const { order } = useOrder(environment, order_id, failure)
  if (!order) return null
  return (
    <div className="flex-1 p-4 framed:min-h-0 framed:overflow-y-auto rail:p-6">
      <div className="grid max-w-[1180px] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_400px]">
        <SectionCard title="What happened" summary="Newest first, as the service sent it.">
          <EventTimeline events={order.events} />
        </SectionCard>
        <div className="flex flex-col gap-4">
          <SectionCard title="Order">
            <FactList facts={orderFacts(order)} />
          </SectionCard>
          <SectionCard title="Patient">
            <FactList facts={patientFacts(order, environment)} />
          </SectionCard>
        </div>
      </div>
    </div>
  )
}

function orderFacts(order: Order): Fact[] {
  const { lab_test, status, interpretation, sample_id, priority, origin, order_transaction, notes } = order
  return [
    { label: 'Method', value: <Method method={lab_test.method} /> },
    { label: 'Service status', value: <Raw>{status}</Raw> },
    { label: 'Result', value: <ResultPill interpretation={interpretation} /> },
    { label: 'Sample id', value: sample_id ? <Raw>{sample_id}</Raw> : <Nothing word="none yet" /> },
    { label: 'Priority', value: priority ? <Tag>Yes</Tag> : 'No' },
    ...(origin ? [{ label: 'Origin', value: <Raw>{origin}</Raw> }] : []),
    ...(order_transaction ? [{ label: 'Transaction', value: <Raw>{order_transaction.status}</Raw> }] : []),
    { label: 'Last change', value: <TimeStamp value={order.updated_at} /> },
    // Free text: nobody can say that no patient is in it.
    ...(notes ? [{ label: 'Notes', value: <Redact noun="Notes">{notes}</Redact> }] : []),
  ]
}

function patientFacts({ user_id, patient_address: address, patient_details: details }: Order, environment: string) {
  const place = [address?.first_line, address?.second_line, address?.city, address?.state, address?.zip]
  const where = place.filter(Boolean).join(', ')
  return [
    {
      label: 'Recipient',
      value: address?.receiver_name ? <PatientName name={address.receiver_name} /> : <Nothing word="not given" />,
    },
    { label: 'Birth date', value: details?.dob ? <BirthDate value={details.dob} /> : <Nothing word="not given" /> },
    { label: 'Gender', value: hidden('Gender', details?.gender) },
    { label: 'Address', value: hidden('Address', where) },
    { label: 'Phone', value: hidden('Phone', address?.phone_number) },
    {
      label: 'User',
      value: (
        <Link
          href={`/${environment}/users/${user_id}`}
          prefetch={false}
          title={user_id}
          className="font-mono text-xs text-accent-ink underline underline-offset-3"
        >
          {shortId(user_id)}
        </Link>
      ),
    },
  ] satisfies Fact[]
}

function hidden(noun: string, value: string | null | undefined) {
  return value ? <Redact noun={noun}>{value}</Redact> : <Nothing word="not given" />
}

function Raw({ children }: { children: ReactNode }) {
  return <span className="font-mono text-xs">{children}</span>
}
