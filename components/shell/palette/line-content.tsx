import clsx from 'clsx'
import { ArrowRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { OrderStatus } from '#components/patterns/domain/order-terms.tsx'
import { RowPatient, usePatient } from '#components/patterns/domain/patient.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { BirthDate, PatientName, Redact } from '#components/ui/display/redact.tsx'
import { IdBars } from '#components/ui/display/tube.tsx'
import { useShownInfo } from '#lib/domains/demographics/queries.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { patientOf } from '#lib/domains/orders/patient.ts'
import { cityOf, type FoundPerson, foundWords, namePeople } from '#lib/domains/users/directory.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { type Entry, orderReason, type TextQuery } from './entries.ts'
import type { Place } from './user-actions.ts'

interface LineContentProps {
  environment: string
  entry: Entry
}

export function LineContent({ environment, entry }: LineContentProps): ReactNode {
  switch (entry.kind) {
    case 'user':
      return (
        <Content
          sign={<IdBars id={entry.user_id} />}
          title={<Reference value={entry.client_user_id} />}
          facts={[
            <Id key="id" id={entry.user_id} />,
            countOf(entry.sources, 'source'),
            entry.why && <Why key="why" of={entry.why} />,
          ]}
        />
      )
    case 'person':
      return <PersonContent environment={environment} person={entry.person} />
    case 'order': {
      const { id, lab_test } = entry.order
      return (
        <Content
          sign={<IdBars id={id} />}
          title={lab_test.name}
          facts={[
            <RowPatient key="name" environment={environment} order={entry.order} birth />,
            <Id key="id" id={id} />,
            entry.why && <Why key="code" of={entry.why} />,
            entry.asked && <OrderWhy key="why" environment={environment} order={entry.order} asked={entry.asked} />,
          ]}
          aside={<OrderStatus order={entry.order} bare />}
        />
      )
    }
    case 'recent': {
      const { kind, id, label } = entry.recent
      const title = kind === 'user' ? <Reference value={label} /> : label
      return (
        <Content
          sign={<IdBars id={id} />}
          title={title}
          facts={[
            kind === 'user' ? 'User' : 'Order',
            entry.order && <RowPatient key="name" environment={environment} order={entry.order} birth />,
            <Id key="id" id={id} />,
          ]}
        />
      )
    }
    case 'more':
      return <Content sign={<ArrowRight className="text-ink-2" />} title={entry.label} />
    default:
      return <PlaceContent place={entry} />
  }
}

function PersonContent({ environment, person }: { environment: string; person: FoundPerson }) {
  const { user_id, client_user_id, how, by } = person
  const { info } = useShownInfo({ environment, user_id }, useMay(namePeople.permission))
  const { name, birth_date } = patientOf(person, info)
  const place = cityOf(info)
  return (
    <Content
      sign={<IdBars id={user_id} />}
      title={name ? <PatientName name={name} /> : <Reference value={client_user_id} />}
      facts={[
        name ? <Reference key="reference" value={client_user_id} /> : null,
        <Id key="id" id={user_id} />,
        birth_date ? <BirthDate key="birth" value={birth_date} /> : null,
        place === '' ? null : (
          <Redact key="city" noun="City">
            {place}
          </Redact>
        ),
      ]}
      aside={<span className="shrink-0 text-xs text-ink-2">{foundWords({ how, by })}</span>}
    />
  )
}

function PlaceContent({ place: { icon: Icon, label, note, strokes } }: { place: Place }) {
  return (
    <Content
      sign={<Icon className="text-ink-2" />}
      title={note === null ? label : <Noted note={note}>{label}</Noted>}
      aside={strokes.length > 0 && <Strokes strokes={strokes} />}
    />
  )
}

function Strokes({ strokes }: Pick<Place, 'strokes'>) {
  const keys = strokes.flatMap((stroke) => stroke.split('+'))
  return (
    <span aria-hidden="true" className="flex gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key.charAt(0).toUpperCase() + key.slice(1)}</Kbd>
      ))}
    </span>
  )
}

function Noted({ note, children }: { note: string; children: string }) {
  return (
    <>
      {children} <span className="text-xs font-normal text-ink-3">{note}</span>
    </>
  )
}

function OrderWhy({ environment, order, asked }: { environment: string; order: Order; asked: TextQuery }) {
  return <Why of={orderReason(order, asked, usePatient(environment, order, false))} />
}

/** Why it was found. */
function Why({ of }: { of: string }) {
  return <span className="rounded-tag bg-sunken px-1 text-ink-2">matches {of}</span>
}

interface ContentProps {
  sign: ReactNode
  title: ReactNode
  facts?: readonly ReactNode[]
  aside?: ReactNode
}

function Content({ sign, title, facts: all = [], aside }: ContentProps) {
  const facts = all.filter((fact) => fact !== null)
  return (
    <>
      <span className="grid w-5 shrink-0 place-items-center">{sign}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-control text-ink">{title}</span>
        {facts.length > 0 && (
          <span className="flex items-baseline gap-x-1.5 truncate text-xs text-ink-2 max-rail:flex-wrap">
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a line never change places
              <Fragment key={index}>
                {index > 0 && <span aria-hidden="true">·</span>}
                <span className={clsx(index > 0 && 'truncate')}>{fact}</span>
              </Fragment>
            ))}
          </span>
        )}
      </span>
      {aside}
    </>
  )
}

function Id({ id }: { id: string }) {
  return (
    <span title={id} translate="no" className="shrink-0 font-mono">
      {shortId(id)}
    </span>
  )
}

function Reference({ value }: { value: string | null }) {
  return value ?? <span className="text-ink-2">No reference</span>
}
