'use client'
import { ArrowUp } from 'lucide-react'
import { countOf } from '#lib/utils/text/counts.ts'

/** Rows never move by themselves: what arrived waits here until it is asked for. */
export function NewEvents({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="print:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex min-h-8 w-full items-center gap-2 border-b border-accent-line bg-accent-soft px-4 text-left text-sm font-control text-accent-ink hover:underline max-rail:min-h-11 rail:px-6"
        >
          <ArrowUp aria-hidden="true" className="size-4" strokeWidth={2} />
          Show {countOf(count, 'new event')}
        </button>
      )}
    </div>
  )
}
