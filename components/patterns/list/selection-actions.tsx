import { Copy, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { copyText } from '#lib/utils/browser/browser.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

interface SelectionActionsProps {
  ids: readonly string[]
  /** How many of them are on the page. */
  here: number
  /** Chooses the rest of the page; null where there is none. */
  onPage: (() => void) | null
  onClear: () => void
  children: ReactNode
}

/** How many rows are chosen, and what can be done with them. Loaded with the first choice. */
export function SelectionActions({ ids, here, onPage, onClear, children }: SelectionActionsProps) {
  const copy = async () => {
    const words = countOf(ids.length, 'id')
    if (await copyText(ids.join('\n'))) announce(`${words} copied.`)
    else
      return toast({
        kind: 'failed',
        title: 'IDs weren’t copied.',
        text: 'The browser blocked it. Export them instead.',
      })
    toast({ kind: 'done', title: 'Copied.', text: `${words}, one a line` })
  }
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-b border-accent-line bg-accent-soft px-4 py-2 rail:px-6 print:hidden"
    >
      <p className="mr-2 max-rail:w-full">
        <span className="font-heading text-accent-ink">{formatCount(ids.length)} selected</span>
        {here < ids.length && <span className="text-ink-2">, {formatCount(here)} on this page</span>}
      </p>
      {onPage && <Button onPress={onPage}>Select page</Button>}
      <Button icon={Copy} onPress={() => void copy()}>
        Copy IDs
      </Button>
      {children}
      <Button icon={X} look="ghost" onPress={onClear}>
        Clear
      </Button>
    </section>
  )
}
