'use client'
import { Download, FileUp, HardDrive, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { SettingHistory } from '#components/patterns/page/setting-history.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import type { SettingChange } from '#lib/domains/audit/setting-changes.ts'
import { CATALOG_KINDS, type CatalogEntry, listCatalog } from '#lib/domains/catalog/catalog.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'
import { CatalogTable } from './catalog-table.tsx'
import { KIND } from './kind-labels.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx').then((part) => ({ default: part.EntryDialog })))
const ImportDialog = lazy(() => import('./import-dialog.tsx').then((part) => ({ default: part.ImportDialog })))
const RemoveQuestion = lazy(() => import('./remove-question.tsx').then((part) => ({ default: part.RemoveQuestion })))

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
  const [text, setText] = useState('')
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
    await saveFile(fileName('catalog', environment), csvFile(catalogTable(entries ?? [])))
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
          them by name everywhere. Names in the service’s answers are added automatically.{' '}
          <span className="whitespace-nowrap text-ink-3">
            <HardDrive aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" strokeWidth={1.8} />
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
              <Button isDisabled={!entries} onPress={() => setOpen({ what: 'import' })}>
                <FileUp aria-hidden="true" className="size-4" strokeWidth={1.9} />
                Import CSV
              </Button>
            )}
            <Button isDisabled={!entries?.length} onPress={() => void save()}>
              <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
              Export CSV
            </Button>
            {mayWrite && (
              <Button look="primary" isDisabled={!entries} onPress={() => setOpen({ what: 'add' })}>
                <Plus aria-hidden="true" className="size-4" strokeWidth={2} />
                Add
              </Button>
            )}
          </span>
        </div>
      </div>
      {!entries && <Waiting />}
      {entries && text !== '' && found.length === 0 && (
        <EmptyState
          mark={<SearchX aria-hidden="true" className="size-5" />}
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
      <Suspense fallback={null}>
        {open.what === 'add' && entries && (
          <EntryDialog environment={environment} entry={null} entries={entries} onClose={close} />
        )}
        {open.what === 'change' && entries && (
          <EntryDialog environment={environment} entry={open.entry} entries={entries} onClose={close} />
        )}
        {open.what === 'import' && entries && (
          <ImportDialog environment={environment} entries={entries} onClose={close} />
        )}
        {open.what === 'remove' && <RemoveQuestion environment={environment} entry={open.entry} onClose={close} />}
      </Suspense>
    </div>
  )
}

function matches({ name, id }: CatalogEntry, text: string) {
  return isNamedLike([name, id], text)
}

function NothingYet({ mayWrite }: { mayWrite: boolean }) {
  const Icon = KIND.lab_test.icon
  return (
    <EmptyState mark={<Icon aria-hidden="true" className="size-5" />} title="No catalog entries yet">
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
