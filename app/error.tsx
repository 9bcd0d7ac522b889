'use client'
import { linkButton } from '#components/ui/button/link-button.ts'

interface ErrorPageProps {
  /** Its digest names the entry in the server's log. */
  error: Error & { digest?: string }
  retry: () => void
}

/** When a page cannot be made at all; a list that does not load says so itself. */
export default function ErrorPage({ error: { digest }, retry }: ErrorPageProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>Error · Vialdesk</title>
      <section role="alert" className="w-full max-w-[440px] rounded-pop border border-line-2 bg-surface p-6 shadow-2">
        <h1 className="text-xl">This page couldn’t load</h1>
        <p className="mt-1 text-base text-ink-2">
          Something went wrong in Vialdesk. Nothing was sent to the service. Try again. If it keeps happening, give this
          reference to your administrator.
        </p>
        {digest && (
          <p translate="no" className="mt-3 font-mono text-xs text-ink-3">
            reference {digest}
          </p>
        )}
        {/* A plain button and no picture, because every page carries the code of this one. */}
        <button type="button" onClick={retry} className={`${linkButton} mt-4`}>
          Try again
        </button>
      </section>
    </main>
  )
}
