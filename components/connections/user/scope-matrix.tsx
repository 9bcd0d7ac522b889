import clsx from 'clsx'
import { Check, X } from 'lucide-react'
import { TABLE_ROLES } from '#components/patterns/list/table-roles.ts'
import { Pill } from '#components/ui/display/pill.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import {
  type Availability,
  availabilityLabel,
  countAvailable,
  resourceName,
  type Scope,
  scopesOf,
} from './resource-labels.ts'

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-4 py-2 @min-[620px]:grid-cols-[minmax(0,1.1fr)_130px_minmax(0,1.2fr)_minmax(0,1.2fr)] @min-[620px]:items-center'
const ROW_HEAD = { role: 'rowheader' } as const
const HEADS = ['Data type', 'Availability', 'Required scopes', 'Optional scopes'] as const

/** Solid edge and check, or dashed edge and cross: the words to the ear say the same. */
function ScopeTag({ name, granted }: Scope) {
  const Icon = granted ? Check : X
  return (
    <span
      data-tone={granted ? 'place' : 'bad'}
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-tag border px-1.5 text-xs whitespace-nowrap text-tone-fg',
        granted ? 'border-line-2' : 'border-dashed border-tone-dot bg-tone-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-3" strokeWidth={2.2} />
      <span className="sr-only">{granted ? 'granted: ' : 'denied: '}</span>
      <span translate="no" className="font-mono">
        {name}
      </span>
    </span>
  )
}

function Scopes({ scopes, caption }: { scopes: Scope[] | null; caption: string }) {
  if (!scopes || scopes.length === 0) return <span className="text-ink-3 @max-[619px]:hidden">None</span>
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="text-xs text-ink-3 @min-[620px]:hidden">{caption}</span>
      {scopes.map((scope) => (
        <ScopeTag key={`${scope.name}${scope.granted}`} {...scope} />
      ))}
    </span>
  )
}

/** Shows each data type of a source: whether it arrives, and its granted and denied scopes. */
export function ScopeMatrix({ connection }: { connection: Connection }) {
  const rows = Object.entries(connection.resource_availability)
  const { available, all } = countAvailable(connection)
  const scoped = rows.some(([, each]) => each.scope_requirements)
  return (
    <section aria-labelledby="can-send" className="@container border-t border-line">
      <div className="flex min-h-[42px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h3 id="can-send">Available data</h3>
        <p className="text-ink-3">{all === 0 ? 'Nothing yet' : `${available} of ${all} available`}</p>
        {scoped && (
          <p aria-hidden="true" className="ml-auto flex gap-2">
            <ScopeTag name="granted" granted />
            <ScopeTag name="denied by patient" granted={false} />
          </p>
        )}
      </div>
      {all === 0 && <p className="px-4 pb-4 text-ink-3">The service lists no data types for this source.</p>}
      {all > 0 && (scoped ? <Matrix rows={rows} /> : <PlainList rows={rows} />)}
    </section>
  )
}

type Rows = [resource: string, availability: Availability][]

function Matrix({ rows }: { rows: Rows }) {
  return (
    <table {...TABLE_ROLES.table} aria-labelledby="can-send" className="block w-full">
      <thead {...TABLE_ROLES.group} className="block border-y border-line bg-sunken @max-[619px]:sr-only">
        <tr {...TABLE_ROLES.row} className={ROW}>
          {HEADS.map((head) => (
            <th key={head} {...TABLE_ROLES.head} scope="col" className="text-left text-xs font-control text-ink-3">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...TABLE_ROLES.group} className="block">
        {rows.map(([resource, availability]) => (
          <tr
            key={resource}
            {...TABLE_ROLES.row}
            className={clsx(ROW, 'min-h-[37px] border-b border-line last:border-0')}
          >
            <th scope="row" {...ROW_HEAD} className="text-left font-control" title={resource}>
              {resourceName(resource)}
            </th>
            <td {...TABLE_ROLES.cell} className="@max-[619px]:justify-self-end">
              <Available status={availability.status} />
            </td>
            <td {...TABLE_ROLES.cell} className="@max-[619px]:col-span-2">
              <Scopes scopes={scopesOf(availability, 'required')} caption="Required" />
            </td>
            <td {...TABLE_ROLES.cell} className="@max-[619px]:col-span-2">
              <Scopes scopes={scopesOf(availability, 'optional')} caption="Optional" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lists data types alone: without scopes, two columns would be empty. */
function PlainList({ rows }: { rows: Rows }) {
  return (
    <>
      <ul className="grid border-t border-line px-4 py-1.5 @min-[620px]:grid-cols-2 @min-[620px]:gap-x-8">
        {rows.map(([resource, { status }]) => (
          <li key={resource} title={resource} className="flex min-h-8 items-center justify-between gap-3">
            <span className="font-control">{resourceName(resource)}</span>
            <Available status={status} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">This source doesn’t use scopes.</p>
    </>
  )
}

function Available({ status }: { status: string }) {
  const { label, icon, tone } = availabilityLabel(status)
  return (
    <Pill tone={tone} icon={icon} bare>
      {label}
    </Pill>
  )
}
