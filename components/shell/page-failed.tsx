'use client'
import { linkButton } from '#components/ui/button/link-button.ts'
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
        {/* A plain button, because every page carries the code of this one. */}
        <button type="button" onClick={onRetry} className={`${linkButton} mt-4`}>
          Try again
        </button>
      </section>
    </main>
  )
}
