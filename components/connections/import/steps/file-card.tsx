'use client'
import clsx from 'clsx'
import { FileSpreadsheet } from 'lucide-react'
import type { FileFacts } from '#components/connections/import/session/engine.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { FileButton, useDrop } from './drop-zone.tsx'

const FORMATS: Readonly<Record<FileFacts['format'], string>> = {
  csv: 'CSV',
  tsv: 'TSV',
  json: 'JSON',
  jsonl: 'JSON lines',
}

function sizeWords(bytes: number) {
  if (bytes < 1024) return countOf(bytes, 'byte')
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** The file in hand; another one takes its place. */
export function FileCard({ file }: { file: FileFacts }) {
  const { session } = useImportSession()
  const choose = (next: File) => void session.choose(next)
  const { isOver, handlers } = useDrop(choose)
  return (
    <div>
      <div
        {...handlers}
        className={clsx(
          'flex items-center gap-3 rounded-card border border-dashed p-3.5',
          isOver ? 'border-accent bg-accent-soft' : 'border-control bg-surface',
        )}
      >
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-ink">
          <FileSpreadsheet aria-hidden="true" className="size-5" strokeWidth={1.7} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-heading" title={file.name}>
            {file.name}
          </p>
          <p className="text-ink-3">
            {countOf(file.rows, 'row')}, {sizeWords(file.size)}, {FORMATS[file.format]}
          </p>
        </div>
        <FileButton onFile={choose}>Replace</FileButton>
      </div>
      <p className="mt-1.5 text-xs text-ink-3">
        Stays in this browser until you import. Drop a file here to replace it.
      </p>
    </div>
  )
}
