import clsx from 'clsx'
import { FileSpreadsheet, FileUp, LoaderCircle } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { MAX_FILE_BYTES, MAX_ROWS } from '#components/connections/import/rows/table.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

const TYPES = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/tab-separated-values,application/json'

function DropArea({ className, children }: { className: string; children: ReactNode }) {
  const { session } = useImportSession()
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside chooses a file without a drag
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // A drag over a child leaves the parent, but stays within it.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) void session.choose(file)
      }}
      className={clsx(
        'flex items-center rounded-card border border-dashed transition-colors duration-100',
        isOver ? 'border-accent bg-accent-soft' : 'border-control bg-surface',
        className,
      )}
    >
      {children}
    </div>
  )
}

function FileButton({ look, children }: { look?: 'primary'; children: string }) {
  const { session } = useImportSession()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look ?? 'outline'} onPress={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        hidden
        aria-label={children}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // So that the same file can be chosen again after it was fixed.
          target.value = ''
          if (file) void session.choose(file)
        }}
      />
    </>
  )
}

/** `reading`: name of the file that is being read. */
export function FileDrop({ reading }: { reading: string | null }) {
  const Icon = reading === null ? FileUp : LoaderCircle
  return (
    <DropArea className="min-h-[268px] flex-col justify-center px-6 py-10 text-center">
      <span className="grid size-12 place-items-center rounded-card bg-accent-soft text-accent-ink">
        <Icon className={clsx('size-6', reading !== null && 'motion-safe:animate-spin')} />
      </span>
      <h2 className="mt-4 text-lg" aria-live="polite">
        {reading === null ? 'Drop a file here' : `Reading ${reading}`}
      </h2>
      <p className="mt-1 mb-4 max-w-[440px] text-base text-ink-2">
        CSV, TSV, JSON or JSON lines, up to {formatCount(MAX_ROWS)} rows and {MAX_FILE_BYTES / 1024 / 1024} MB. It’s
        read in this browser.
      </p>
      <FileButton look="primary">Choose a file</FileButton>
    </DropArea>
  )
}

const FORMATS = { csv: 'CSV', tsv: 'TSV', json: 'JSON', jsonl: 'JSON lines' } as const

function formatSize(bytes: number) {
  if (bytes < 1024) return countOf(bytes, 'byte')
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export function FileCard({ file }: { file: FileFacts }) {
  return (
    <div>
      <DropArea className="gap-3 px-4 py-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-ink">
          <FileSpreadsheet className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-heading" title={file.name}>
            {file.name}
          </p>
          <p className="text-ink-3">
            {countOf(file.rows, 'row')}, {formatSize(file.size)}, {FORMATS[file.format]}
          </p>
        </div>
        <FileButton>Replace</FileButton>
      </DropArea>
      <p className="mt-1.5 text-xs text-ink-3">
        Stays in this browser until you import. Drop another file here to replace it.
      </p>
    </div>
  )
}
