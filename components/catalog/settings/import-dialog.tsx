import { CircleCheck, CircleEqual, CirclePlus, CircleX, FileUp, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { DialogFooter } from '#components/patterns/form/form-dialog.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import type { CatalogEntry } from '#lib/domains/catalog/catalog.ts'
import { type ContactBook, changeContactBook, type Partner } from '#lib/domains/contacts/contact-book.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { decodeFile } from '#lib/utils/text/read-csv.ts'
import { type CatalogFile, type FileRow, readCatalogFile } from './catalog-file.ts'
import { useCatalogChanges } from './use-catalog-changes.ts'

const OUTCOME: Readonly<Record<FileRow['outcome'], { tone: Tone; icon: LucideIcon; label: string }>> = {
  wrong: { tone: 'bad', icon: CircleX, label: 'Skipped' },
  new: { tone: 'ok', icon: CirclePlus, label: 'New' },
  changed: { tone: 'move', icon: CircleCheck, label: 'Changed' },
  same: { tone: 'place', icon: CircleEqual, label: 'Unchanged' },
}

/** Rows that are shown; beyond them only their number is. */
const SHOWN = 200
const ORDER = ['wrong', 'changed', 'new', 'same'] as const

function FilePreview({ rows }: { rows: readonly FileRow[] }) {
  const sorted = ORDER.flatMap((outcome) => rows.filter((row) => row.outcome === outcome)).sort(
    (a, b) => Number(b.outcome === 'wrong' || Boolean(b.warning)) - Number(a.outcome === 'wrong' || Boolean(a.warning)),
  )
  const warnings = rows.filter(({ warning }) => warning).length
  const count = (outcome: FileRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const counted = ORDER.flatMap((outcome) =>
    count(outcome) > 0 ? [`${formatCount(count(outcome))} ${OUTCOME[outcome].label.toLowerCase()}`] : [],
  )
  return (
    <>
      <p role="status" className="font-control">
        <span>
          {countOf(rows.length, 'row')}: {counted.join(', ')}
        </span>
        {warnings > 0 && ` · ${countOf(warnings, 'row needs', 'rows need')} a look`}
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
        aria-label="Rows in the file"
        className="min-h-24 overflow-auto rounded-card border border-line"
      >
        <table className="w-full border-collapse text-left">
          <thead className="sticky top-0 bg-sunken text-xs text-ink-3">
            <tr>
              {['Row', 'Effect', 'ID', 'Name'].map((head) => (
                <th key={head} scope="col" className="px-3 py-1.5 font-control whitespace-nowrap">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, SHOWN).map((row) => (
              <Row key={row.number} row={row} />
            ))}
          </tbody>
        </table>
        {sorted.length > SHOWN && (
          <p className="border-t border-line px-3 py-2 text-ink-3">{formatCount(sorted.length - SHOWN)} more rows</p>
        )}
      </section>
    </>
  )
}

function Row({ row }: { row: FileRow }) {
  return (
    <tr className="border-t border-line align-top">
      <td className="px-3 py-1.5 text-ink-3">{formatCount(row.number)}</td>
      <td className="px-3 py-1.5">
        <Pill {...OUTCOME[row.outcome]} bare />
        {row.outcome === 'wrong' && <p className="text-ink-2">{row.reason}</p>}
        {row.warning && (
          <p data-tone="warn" className="flex items-start gap-1.5 text-tone-fg">
            <TriangleAlert className="mt-0.5 size-3.5 shrink-0" />
            {row.warning}
          </p>
        )}
      </td>
      <td className="px-3 py-1.5">
        <span className="block text-xs text-ink-3">{row.kind}</span>
        <span title={row.id} translate="no" className="font-mono text-xs break-all rail:whitespace-nowrap">
          {shortId(row.id)}
        </span>
      </td>
      <td className="px-3 py-1.5 break-words">
        {row.name}
        {row.outcome === 'changed' && row.before !== row.name && (
          <span className="block text-xs text-ink-3">now “{row.before}”</span>
        )}
      </td>
    </tr>
  )
}

interface ImportDialogProps {
  environment: string
  entries: readonly CatalogEntry[]
  book: ContactBook
  onClose: () => void
}

/** Bytes: five thousand rows with long names are a quarter of it. */
const LARGEST = 4 * 1024 * 1024
const NOT_TEXT = 'This file isn’t UTF-8 text. In a spreadsheet, save the sheet as “CSV UTF-8”, then choose that file.'

type Known = readonly [entries: readonly CatalogEntry[], partners: readonly Partner[] | null]

async function read(file: File, known: Known): Promise<CatalogFile> {
  if (file.size > LARGEST) return { problem: 'The file is larger than 4 MB. Choose one with fewer rows.' }
  const bytes = await file.arrayBuffer().catch(() => null)
  const text = bytes && decodeFile(new Uint8Array(bytes))
  return text === null || text.includes('\0') ? { problem: NOT_TEXT } : readCatalogFile(text, ...known)
}

/** A file is looked at first: what it would add and change, and which rows it cannot use, and why. */
export function ImportDialog({ environment, entries, book, onClose }: ImportDialogProps) {
  const mayContacts = useMay(changeContactBook.permission)
  const input = useRef<HTMLInputElement>(null)
  const { save } = useCatalogChanges(environment, book)
  const [chosen, setChosen] = useState<{ name: string; file: CatalogFile } | null>(null)
  const rows = chosen && 'rows' in chosen.file ? chosen.file.rows : []
  const news = rows.flatMap((row) => (row.outcome === 'new' || row.outcome === 'changed' ? [row] : []))
  const ready = news.flatMap(({ entry }) => (entry ? [entry] : []))
  const partners = news.flatMap(({ partner }) => (partner ? [partner] : []))
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong').length
  const choose = async (file: File) => {
    save.reset()
    setChosen({ name: file.name, file: await read(file, [entries, mayContacts ? book.partners : null]) })
  }
  const apply = () =>
    save.mutate(
      { entries: ready, partners },
      {
        onSuccess: ({ added, changed }) => {
          onClose()
          const left = wrong > 0 ? `, ${formatCount(wrong)} skipped` : ''
          toast({
            kind: 'done',
            title: 'Imported.',
            text: `${formatCount(added)} added, ${formatCount(changed)} changed${left}.`,
          })
        },
      },
    )
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[760px]">
      <div className="flex max-h-[calc(100dvh-120px)] flex-col">
        <div className="flex min-h-0 flex-col gap-3 p-5">
          <DialogTitle>Import into the catalog</DialogTitle>
          <p className="text-base text-ink-2">
            A CSV file with the columns <Code>kind</Code>, <Code>id</Code>, <Code>name</Code> and, for lab tests,{' '}
            <Code>lab_id</Code>, <Code>preparation</Code>, <Code>sample</Code> and <Code>remarks</Code>. Kinds are{' '}
            <Code>lab</Code>, <Code>lab_test</Code> and <Code>lab_account</Code>. Contacts are of the kinds{' '}
            <Code>lab_contact</Code> and <Code>draw_provider</Code>, with <Code>phone_number</Code>, <Code>hours</Code>{' '}
            and <Code>how_to_cancel</Code>; their ID may be left out. An exported file has them all. Nothing is removed.
            Importing the same file again has no further effect.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <Button icon={FileUp} autoFocus onPress={() => input.current?.click()}>
              {chosen ? 'Choose another file' : 'Choose a file'}
            </Button>
            {chosen && <span className="min-w-0 truncate text-ink-2">{chosen.name}</span>}
            <input
              ref={input}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              hidden
              aria-label="Catalog file"
              onChange={({ target }) => {
                const [file] = target.files ?? []
                // So that the same file can be chosen again after it was corrected.
                target.value = ''
                if (file) void choose(file)
              }}
            />
          </div>
          {chosen && 'problem' in chosen.file && (
            <Notice kind="bad" alert>
              {chosen.file.problem}
            </Notice>
          )}
          {rows.length > 0 && <FilePreview rows={rows} />}
          {save.error && (
            <Notice kind="bad" alert>
              {save.error.message} Entries saved so far stay. Import the file again to finish.
            </Notice>
          )}
        </div>
        <DialogFooter
          confirm={news.length === 0 ? 'Nothing to import' : `Import ${countOf(news.length, 'entry', 'entries')}`}
          isPending={save.isPending}
          isDisabled={news.length === 0}
          onConfirm={apply}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}

function Code({ children }: { children: string }) {
  return (
    <code translate="no" className="font-mono text-sm text-ink">
      {children}
    </code>
  )
}
