'use client'
import { useQuery } from '@tanstack/react-query'
import { Download, FileUp, HardDrive, Pencil, Plus, SearchX, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { memo, useCallback, useMemo, useState } from 'react'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { TABLE_ROLES } from '#components/patterns/list/list-features.ts'
import { SettingHistory } from '#components/patterns/page/setting-history.tsx'
import { EmptyState, NoRight, NoValue } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { SettingChange } from '#lib/domains/audit/setting-changes.ts'
import { CATALOG_KINDS, type CatalogEntry, type CatalogKind, listCatalog } from '#lib/domains/catalog/catalog.ts'
import { type ContactBook, getContactBook } from '#lib/domains/contacts/contact-book.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'
import { capital, KIND, ORIGIN } from './kind-labels.ts'
import { useCutImport } from './use-catalog-changes.ts'

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

function CatalogTable({ kind, entries, labName, mayWrite, onChange, onRemove }: CatalogTableProps) {
  const { one, many, icon: Icon } = KIND[kind]
  const heads = ['Name', kind === 'lab_test' ? 'Lab' : '', 'ID', 'From'] as const
  return (
    <section aria-label={capital(many)} className="border-b border-line bg-surface last:border-b-0">
      <h2 className="flex items-center gap-2 bg-sunken px-4 py-2 text-sm rail:px-6">
        <Icon className="text-ink-3" />
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
  const { kind, id, name, origin, preparation } = entry
  const { label, hint } = ORIGIN[origin]
  return (
    <tr
      {...TABLE_ROLES.row}
      className={`${ROW} min-h-10 border-b border-line py-2 [contain-intrinsic-height:auto_40px] [content-visibility:auto] last:border-b-0 hover:bg-hover @min-[820px]/catalog:py-1`}
    >
      <th
        {...ROW_HEAD}
        translate="no"
        scope="row"
        className="min-w-0 text-left font-control break-words [grid-area:name]"
      >
        {name}
        {preparation && <span className="block text-xs font-text text-ink-2">{preparation}</span>}
      </th>
      <td {...TABLE_ROLES.cell} className="min-w-0 truncate text-ink-2 [grid-area:lab]">
        {kind === 'lab_test' && (lab ? <Verbatim>{lab}</Verbatim> : <NoValue word="lab unknown" />)}
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

const EntryDialog = lazyPart(() => import('./entry-dialog.tsx'), 'EntryDialog')
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')
const RemoveQuestion = lazyPart(() => import('./entry-dialog.tsx'), 'RemoveQuestion')

type Open = { what: 'nothing' | 'add' | 'import' } | { what: 'change' | 'remove'; entry: CatalogEntry }

interface CatalogViewProps {
  environment: string
  mayWrite: boolean
  failure: RequestFailure | null
}

/** Manages the names of labs, lab tests and lab accounts of an environment. */
export function CatalogView({ environment, mayWrite, failure: initial }: CatalogViewProps) {
  const { data, failure, isFetching, updatedAt, refetch } = useConsole(
    listCatalog,
    { params: { environment } },
    initial,
  )
  const book = useQuery(consoleQuery(getContactBook, { params: { environment } }, {})).data
  const [text, setText] = useState('')
  const cut = useCutImport(environment)
  const [open, setOpen] = useState<Open>({ what: 'nothing' })
  const entries = data?.entries
  const found = useMemo(() => entries?.filter((entry) => matches(entry, text)) ?? [], [entries, text])
  const labs = useMemo(
    () => new Map(entries?.flatMap(({ kind, id, name }) => (kind === 'lab' ? [[id, name]] : []))),
    [entries],
  )
  const onChange = useCallback((entry: CatalogEntry) => setOpen({ what: 'change', entry }), [])
  const onRemove = useCallback((entry: CatalogEntry) => setOpen({ what: 'remove', entry }), [])
  if (failure && !entries) {
    if (failure.status === 403) return <NoRight subject="the catalog" detail={failure.detail} />
    return <ErrorPanel subject="The catalog" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  const save = async () => {
    const [{ catalogTable }, { csvFile }, { fileName }] = await Promise.all([
      import('./catalog-file.ts'),
      import('#lib/utils/text/csv.ts'),
      import('#lib/domains/audit/list-export.ts'),
    ])
    await saveFile(fileName('catalog', environment), csvFile(catalogTable(entries ?? [], book?.partners ?? [])))
  }
  const entryChanged = ({ subject, details }: SettingChange) => {
    if (subject === null || (details.rows ?? 1) > 1) return null
    return entries?.find(({ id }) => id === subject)?.name ?? `ID ${subject}`
  }
  const close = () => setOpen({ what: 'nothing' })
  return (
    <div className="@container/catalog">
      {failure && <StaleBar updatedAt={updatedAt} onRetry={refetch} />}
      <div className="flex flex-col gap-3 border-b border-line px-4 py-3 rail:px-6">
        <p className="max-w-[75ch] text-ink-2">
          The service identifies labs, lab tests and lab accounts by ID and doesn’t list them. Name them here to choose
          them by name everywhere. Names in the service’s answers are added automatically. Phone numbers, hours and how
          to cancel are in{' '}
          <Link href={`/${environment}/settings/contacts`} prefetch={false} className="text-link">
            Contacts
          </Link>
          ; the file has both.{' '}
          <span className="whitespace-nowrap text-ink-3">
            <HardDrive className="mr-1 inline size-3.5 align-[-2px]" />
            Stored in this console only.
          </span>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <SearchBox label="Name or ID" value={text} onSearch={setText} />
          {text !== '' && entries && (
            <p role="status" className="text-ink-3">
              {countOf(found.length, 'match', 'matches')}
            </p>
          )}
          <span className="ml-auto flex flex-wrap gap-2">
            {mayWrite && (
              <Button icon={FileUp} isDisabled={!(entries && book)} onPress={() => setOpen({ what: 'import' })}>
                Import CSV
              </Button>
            )}
            <Button
              icon={Download}
              isDisabled={!(entries && book) || entries.length + book.partners.length === 0}
              onPress={() => void save()}
            >
              Export CSV
            </Button>
            {mayWrite && (
              <Button icon={Plus} look="primary" isDisabled={!entries} onPress={() => setOpen({ what: 'add' })}>
                Add
              </Button>
            )}
          </span>
        </div>
      </div>
      {cut.left > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 rail:px-6">
          <Notice kind="warn">
            {`An import from this browser was cut off: ${countOf(cut.left, 'entry was', 'entries were')} not saved. Import the same file again to finish.`}
          </Notice>
          <Button onPress={cut.forget}>Dismiss</Button>
        </div>
      )}
      {!entries && <Waiting />}
      {entries && text !== '' && found.length === 0 && (
        <EmptyState
          mark={<SearchX className="size-5" />}
          title="No entry has this name or ID"
          action={<Button onPress={() => setText('')}>Show all</Button>}
        >
          Try another part of the name, or paste the ID.
        </EmptyState>
      )}
      {entries?.length === 0 && <NothingYet mayWrite={mayWrite} />}
      {entries &&
        found.length > 0 &&
        CATALOG_KINDS.filter((kind) => text === '' || found.some((entry) => entry.kind === kind)).map((kind) => (
          <CatalogTable
            key={kind}
            kind={kind}
            entries={found.filter((entry) => entry.kind === kind)}
            labName={(id) => labs.get(id) ?? null}
            mayWrite={mayWrite}
            onChange={onChange}
            onRemove={onRemove}
          />
        ))}
      {entries && (
        <div className="p-4 rail:p-6">
          <SettingHistory environment={environment} setting="catalog" version={updatedAt} partOf={entryChanged} />
        </div>
      )}
      {entries && book && <Dialogs {...{ environment, open, entries, book }} onClose={close} />}
    </div>
  )
}

interface DialogsProps {
  environment: string
  open: Open
  entries: readonly CatalogEntry[]
  book: ContactBook
  onClose: () => void
}

function Dialogs({ open, book, ...rest }: DialogsProps) {
  const { environment, onClose } = rest
  if (open.what === 'add') return <EntryDialog {...rest} entry={null} />
  if (open.what === 'change') return <EntryDialog {...rest} entry={open.entry} />
  if (open.what === 'import') return <ImportDialog {...rest} book={book} />
  return open.what === 'remove' && <RemoveQuestion environment={environment} entry={open.entry} onClose={onClose} />
}

function matches({ name, id, preparation = '' }: CatalogEntry, text: string) {
  return isNamedLike([name, id, preparation], text)
}

function NothingYet({ mayWrite }: { mayWrite: boolean }) {
  const Icon = KIND.lab_test.icon
  return (
    <EmptyState mark={<Icon className="size-5" />} title="No catalog entries yet">
      {mayWrite
        ? 'Import a CSV file or add entries one by one. Names in the service’s answers are added automatically.'
        : 'An administrator or lab coordinator can import or add entries. Names in the service’s answers are added automatically.'}
    </EmptyState>
  )
}

const LINES = [0, 1, 2, 3, 4, 5]

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 px-4 py-4 rail:px-6">
      {LINES.map((line) => (
        <Skeleton key={line} className="after-300ms h-5 w-full max-w-[620px]" />
      ))}
    </div>
  )
}
