'use client'
import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { TABLE_ROLES } from '#components/patterns/list/table-roles.ts'
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import type { CatalogEntry, CatalogKind } from '#lib/domains/catalog/catalog.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { capital, KIND, ORIGIN } from './kind-labels.ts'

const ROW =
  "grid items-center gap-x-4 gap-y-1 px-4 rail:px-6 grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'name_acts''id_origin''lab_lab'] @min-[820px]/catalog:grid-cols-[minmax(160px,2fr)_minmax(0,1.2fr)_200px_110px_84px] @min-[820px]/catalog:[grid-template-areas:'name_lab_id_origin_acts']"

const ROW_HEAD = { role: 'rowheader' } as const

interface CatalogTableProps {
  kind: CatalogKind
  entries: readonly CatalogEntry[]
  labName: (id: string) => string | null
  mayWrite: boolean
  onChange: (entry: CatalogEntry) => void
  onRemove: (entry: CatalogEntry) => void
}

/** The entries of one kind. */
export function CatalogTable({ kind, entries, labName, mayWrite, onChange, onRemove }: CatalogTableProps) {
  const { one, many, icon: Icon } = KIND[kind]
  const heads = ['Name', kind === 'lab_test' ? 'Lab' : '', 'ID', 'From'] as const
  return (
    <section aria-label={capital(many)} className="border-b border-line bg-surface last:border-b-0">
      <h2 className="flex items-center gap-2 bg-sunken px-4 py-2 text-sm rail:px-6">
        <Icon aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.8} />
        {countOf(entries.length, one, many)}
      </h2>
      {entries.length > 0 && (
        <table {...TABLE_ROLES.table} aria-label={capital(many)} className="block">
          <thead {...TABLE_ROLES.group} className="block border-y border-line @max-[819px]/catalog:sr-only">
            <tr {...TABLE_ROLES.row} className={`${ROW} h-8`}>
              {heads.map((head, at) => (
                <th
                  key={AREAS[at]}
                  {...TABLE_ROLES.head}
                  scope="col"
                  style={{ gridArea: AREAS[at] }}
                  className="text-left text-xs font-control text-ink-3"
                >
                  {head}
                </th>
              ))}
              <th {...TABLE_ROLES.head} scope="col" style={{ gridArea: 'acts' }}>
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody {...TABLE_ROLES.group} className="block">
            {entries.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                lab={entry.lab_id === null ? null : (labName(entry.lab_id) ?? `Lab ${entry.lab_id}`)}
                mayWrite={mayWrite}
                onChange={onChange}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const AREAS = ['name', 'lab', 'id', 'origin'] as const

interface EntryRowProps extends Pick<CatalogTableProps, 'mayWrite' | 'onChange' | 'onRemove'> {
  entry: CatalogEntry
  lab: string | null
}

/** Out of sight it is neither laid out nor painted: a catalog may have thousands. */
const EntryRow = memo(function EntryRow({ entry, lab, mayWrite, onChange, onRemove }: EntryRowProps) {
  const { kind, id, name, origin } = entry
  const { label, hint } = ORIGIN[origin]
  return (
    <tr
      {...TABLE_ROLES.row}
      className={`${ROW} min-h-10 border-b border-line py-2 [contain-intrinsic-height:auto_40px] [content-visibility:auto] last:border-b-0 hover:bg-hover @min-[820px]/catalog:py-1`}
    >
      <th {...ROW_HEAD} scope="row" className="min-w-0 text-left font-control break-words [grid-area:name]">
        {name}
      </th>
      <td {...TABLE_ROLES.cell} className="min-w-0 truncate text-ink-2 [grid-area:lab]">
        {kind === 'lab_test' && (lab ?? <Nothing word="lab unknown" />)}
      </td>
      <td {...TABLE_ROLES.cell} className="[grid-area:id]">
        <CopyableId id={id} noun={`${capital(KIND[kind].one)} id`} plain={kind === 'lab'} />
      </td>
      <td
        {...TABLE_ROLES.cell}
        title={hint}
        className="justify-self-end [grid-area:origin] @min-[820px]/catalog:justify-self-start"
      >
        <Tag>{label}</Tag>
      </td>
      <td {...TABLE_ROLES.cell} className="flex justify-end gap-1 [grid-area:acts]">
        {mayWrite && (
          <>
            <IconButton plain icon={Pencil} label={`Change ${name}`} onPress={() => onChange(entry)} />
            <IconButton plain icon={Trash2} label={`Remove ${name}`} onPress={() => onRemove(entry)} />
          </>
        )}
      </td>
    </tr>
  )
})
