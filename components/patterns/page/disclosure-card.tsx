import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { keep, readKept } from '#lib/utils/browser/browser.ts'

interface DisclosureCardProps {
  title: string
  /** Anchor for links, and the key that remembers whether the card is open. */
  id: string
  summary?: string
  children: ReactNode
}

const OPEN = 'open'
const CLOSED = 'closed'
const keyOf = (id: string) => `vialdesk-card-${id}`

/** A card that few people need: closed until it is opened, a link leads into it, or the page is printed. */
export function DisclosureCard({ title, id, summary, children }: DisclosureCardProps) {
  const heading = useId()
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const card = details.current
    if (!card) return
    if (readKept(keyOf(id)) === OPEN) card.open = true
    const follow = () => {
      const target = document.getElementById(window.location.hash.slice(1))
      if (!target || !(target.contains(card) ? target.id === id : card.contains(target))) return
      card.open = true
      target.scrollIntoView()
    }
    let wasOpen = false
    const unfold = () => {
      wasOpen = card.open
      card.open = true
    }
    const fold = () => {
      card.open = wasOpen
    }
    follow()
    window.addEventListener('hashchange', follow)
    window.addEventListener('beforeprint', unfold)
    window.addEventListener('afterprint', fold)
    return () => {
      window.removeEventListener('hashchange', follow)
      window.removeEventListener('beforeprint', unfold)
      window.removeEventListener('afterprint', fold)
    }
  }, [id])
  // Only what a person does is remembered, not what a link or the printer opens.
  const remember = () => keep(keyOf(id), details.current?.open ? CLOSED : OPEN)
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-4 rounded-card border border-line bg-surface shadow-1 target:border-accent print:mb-4 print:break-inside-avoid"
    >
      <details ref={details} className="group">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
        <summary
          onClick={remember}
          className="flex min-h-[42px] cursor-pointer list-none items-center gap-2 rounded-card px-4 py-2 outline-offset-[-2px] hover:bg-hover [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight className="shrink-0 text-ink-3 transition-transform group-open:rotate-90 print:hidden" />
          <h2 id={heading} className="text-base">
            {title}
          </h2>
          {summary && <span className="min-w-0 truncate text-ink-3">{summary}</span>}
        </summary>
        <div className="border-t border-line p-4">{children}</div>
      </details>
    </section>
  )
}
