import { hidden } from '#components/patterns/domain/contact-terms.tsx'
import { testFacts, useLabTest } from '#components/patterns/domain/lab-test-texts.tsx'
import { PartnerLines } from '#components/patterns/domain/wall.tsx'
import { type Fact, FactList, SectionCard } from '#components/patterns/page/section-card.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { WholeBooking } from '#lib/domains/bookings/booking.ts'
import { partnerNamed } from '#lib/domains/contacts/contact-book.ts'
import { addressZip } from '#lib/domains/demographics/address-zip.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { sentenceCase } from '#lib/utils/text/counts.ts'

interface AppointmentFactsProps {
  environment: string
  order: Order
  booking: WholeBooking
}

/** The appointment as it was answered: its own status is of that moment. */
export function AppointmentFacts({ environment, order, booking }: AppointmentFactsProps) {
  const { appointment } = booking
  const known = useLabTest(environment, order.lab_test)
  const provider = partnerNamed(known.partners, 'draw_provider', appointment?.provider)
  return (
    <SectionCard
      title="Appointment"
      summary={
        appointment ? <CopyableId id={appointment.id} noun="Appointment ID" /> : 'The service returned no appointment.'
      }
    >
      <FactList
        dense
        facts={[
          ...(appointment ? factsOf(appointment) : []),
          ...(provider ? [{ label: 'Cancel or move', value: <PartnerLines partner={provider} /> }] : []),
          ...testFacts(known),
          { label: 'Attempt', value: <CopyableId id={booking.id} noun="Attempt ID" plain /> },
        ]}
      />
    </SectionCard>
  )
}

export type Appointment = NonNullable<WholeBooking['appointment']>

export function addressLines({ address }: Appointment): string[] {
  const { first_line, second_line, unit, city, state } = address
  const place = [city, [state, addressZip(address)].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [first_line, second_line, unit && `Unit ${unit}`, place].flatMap((line) => line || [])
}

function factsOf(appointment: Appointment): Fact[] {
  const { status, provider, can_reschedule, external_id, order_transaction_id } = appointment
  return [
    {
      label: 'Status',
      value: <Verbatim className="font-mono text-sm">{status}</Verbatim>,
    },
    { label: 'Provider', value: sentenceCase(provider) },
    { label: 'Address', value: hidden('Address', addressLines(appointment).join('\n')) },
    { label: 'Access', value: hidden('Access notes', appointment.address.access_notes) },
    { label: 'Notes', value: hidden('Notes', appointment.appointment_notes) },
    { label: 'Reschedule', value: can_reschedule ? 'Possible, with the provider' : 'Not possible' },
    {
      label: 'External ID',
      value: external_id ? <CopyableId id={external_id} noun="External ID" plain /> : <NoValue word="none yet" />,
    },
    {
      label: 'Transaction',
      value: order_transaction_id ? (
        <CopyableId id={order_transaction_id} noun="Transaction ID" plain />
      ) : (
        <NoValue word="none" />
      ),
    },
  ]
}
