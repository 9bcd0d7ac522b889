'use client'
import { RefreshCw } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { Tube } from '#components/ui/display/tube.tsx'

interface PageFailedProps {
  /** Names the entry in the server's log. */
  digest: string | undefined
  onRetry: () => void
}

/** When a page cannot be made at all; a list that does not load says so itself. */
export function PageFailed({ digest, onRetry }: PageFailedProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>Not made · Vialdesk</title>
      <section role="alert" className="w-full max-w-[440px] rounded-pop border border-line-2 bg-surface p-6 shadow-2">
        <Tube level={0} className="h-9 text-ink-3" />
        <h1 className="mt-4 text-xl">This page could not be made</h1>
        <p className="mt-1 text-base text-ink-2">
          The console itself had a problem. Nothing you were doing reached the service. Try again; if it stays, pass the
          reference on to those who run the console.
        </p>
        {digest && <p className="mt-3 font-mono text-xs text-ink-3">reference {digest}</p>}
        <Button look="primary" onPress={onRetry} className="mt-4">
          <RefreshCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
          Try again
        </Button>
      </section>
    </main>
  )
}
