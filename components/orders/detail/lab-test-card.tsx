import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { testFacts, useLabTest } from '#components/patterns/domain/lab-test-texts.tsx'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { PartnerLines } from '#components/patterns/domain/wall.tsx'
import { DisclosureCard } from '#components/patterns/page/disclosure-card.tsx'
import { type Fact, FactList, SectionCard } from '#components/patterns/page/section-card.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { type Order, order as orderSchema } from '#lib/domains/orders/order.ts'
import { extraFields } from '#lib/kernel/extra-fields.ts'
import { uuid } from '#lib/kernel/fields.ts'

/** Without what the head of the page says: name, method, result and priority. */
export function LabTestCard({ order }: { order: Order }) {
  const { environment } = useParams<{ environment: string }>()
  const { lab_test, details, sample_id } = order
  const known = useLabTest(environment, lab_test)
  const id = known.entry?.id ?? uuid.safeParse(lab_test.id).data
  const facts: Fact[] = [
    ...(details.type === lab_test.method
      ? []
      : [{ label: 'Collection method', value: <Method method={details.type} /> }]),
    {
      label: 'Sample ID',
      value: sample_id ? <CopyableId id={sample_id} noun="Sample ID" plain /> : none('none yet'),
    },
    ...testFacts(known),
    ...(known.lab ? [{ label: 'Lab', value: <PartnerLines partner={known.lab} /> }] : []),
  ]
  return (
    <SectionCard id="lab-test" title="Lab test" action={<MarkersLink environment={environment} id={id} />}>
      <p className="mb-3 text-ink-2">{lab_test.description || none('No description')}</p>
      <FactList flow facts={facts} />
    </SectionCard>
  )
}

/** Shows the order's notes: free text that may identify a patient. */
export function NotesCard({ notes }: Pick<Order, 'notes'>) {
  return (
    <SectionCard id="notes" title="Notes">
      <Redact noun="Notes">
        <p className="text-base break-words whitespace-pre-line">{notes}</p>
      </Redact>
    </SectionCard>
  )
}

/** The ids and times of the record itself, and whatever a later version of the service adds to it. */
export function RecordCard({ order }: { order: Order }) {
  const { team_id, status, origin, created_at, updated_at, details } = order
  const data = details.data
  const facts: Fact[] = [
    { label: 'Service status', value: <Raw>{status}</Raw> },
    { label: 'Origin', value: origin ? <Raw>{origin}</Raw> : none('not provided') },
    { label: 'Placed', value: <DayTime value={created_at} /> },
    { label: 'Last updated', value: <DayTime value={updated_at} /> },
    { label: 'Team ID', value: <CopyableId id={team_id} noun="Team ID" /> },
    { label: 'Details ID', value: data?.id ? <CopyableId id={data.id} noun="Details ID" /> : none('not provided') },
    { label: 'Details created', value: data?.created_at ? <DayTime value={data.created_at} /> : none('not provided') },
    { label: 'Details updated', value: data?.updated_at ? <DayTime value={data.updated_at} /> : none('not provided') },
    ...extraFields(orderSchema, order).map(({ path, value }) => ({
      label: path,
      value: <Extra path={path} value={value} />,
    })),
  ]
  return (
    <DisclosureCard id="record" title="Record" summary="IDs, times and fields as sent">
      <FactList flow facts={facts} />
    </DisclosureCard>
  )
}

/** Nobody can say what is in it, so that it is the mask's to hide; an id of a thing names nobody. */
function Extra({ path, value }: { path: string; value: unknown }) {
  if (value === null) return none('null')
  if (typeof value === 'string' && path.endsWith('appointment_id'))
    return <CopyableId id={value} noun="Appointment ID" />
  return (
    <Redact noun={path}>
      <Raw>{JSON.stringify(value)}</Raw>
    </Redact>
  )
}

const none = (word: string) => <NoValue word={word} />

function Raw({ children }: { children: ReactNode }) {
  return <Verbatim className="font-mono text-xs break-all">{children}</Verbatim>
}

/** To what the order's test measures. */
function MarkersLink({ environment, id }: { environment: string; id: string | undefined }) {
  return (
    <Link
      href={`/${environment}/markers${id ? `?lab_test=${id}` : ''}`}
      prefetch={false}
      className="inline-flex items-center gap-1 font-control whitespace-nowrap text-accent-ink hover:underline print:hidden"
    >
      {id ? 'View markers' : 'Find markers'}
      <ArrowRight className="size-3.5" />
    </Link>
  )
}
