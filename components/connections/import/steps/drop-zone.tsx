'use client'
import clsx from 'clsx'
import { FileUp, LoaderCircle } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { MAX_FILE_BYTES, MAX_ROWS } from '#components/connections/import/rows/table.ts'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

const TYPES = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/tab-separated-values,application/json'

/** A drag over a child leaves the parent first: only the last one out counts. */
export function useDrop(onFile: (file: File) => void) {
  const depth = useRef(0)
  const [isOver, setOver] = useState(false)
  const enter = (step: number) => {
    depth.current += step
    setOver(depth.current > 0)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: () => enter(1),
      onDragLeave: () => enter(-1),
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        enter(-depth.current)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      },
    },
  }
}

interface FileButtonProps {
  look?: 'primary' | 'outline'
  onFile: (file: File) => void
  children: string
}

export function FileButton({ look = 'outline', onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} onPress={() => input.current?.click()}>
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
          // So that the same file can be chosen again after it was put right.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

interface DropZoneProps {
  /** Name of the file that is being read. */
  reading: string | null
  onFile: (file: File) => void
}

export function DropZone({ reading, onFile }: DropZoneProps) {
  const { isOver, handlers } = useDrop(onFile)
  const Icon = reading === null ? FileUp : LoaderCircle
  return (
    <div
      {...handlers}
      className={clsx(
        'flex min-h-[268px] flex-col items-center justify-center rounded-card border border-dashed px-6 py-10 text-center transition-colors duration-100',
        isOver ? 'border-accent bg-accent-soft' : 'border-control bg-surface',
      )}
    >
      <span className="grid size-12 place-items-center rounded-card bg-accent-soft text-accent-ink">
        <Icon
          aria-hidden="true"
          className={clsx('size-6', reading !== null && 'motion-safe:animate-spin')}
          strokeWidth={1.7}
        />
      </span>
      <h2 className="mt-4 text-lg" aria-live="polite">
        {reading === null ? 'Drop a file here' : `Reading ${reading}`}
      </h2>
      <p className="mt-1 mb-4 max-w-[440px] text-base text-ink-2">
        CSV, TSV, JSON or JSON lines, up to {formatCount(MAX_ROWS)} rows and {MAX_FILE_BYTES / 1024 / 1024} MB. It is
        read in this browser.
      </p>
      <FileButton look="primary" onFile={onFile}>
        Choose a file
      </FileButton>
    </div>
  )
}
