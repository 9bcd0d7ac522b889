import { BadgeCheck, CircleCheck, type LucideIcon, PhoneMissed } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { useHint } from '#components/ui/button/hint.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAlive, useAtPresent, usePrinting } from '#components/ui/display/viewer.tsx'
import { acknowledgeCriticalOrder } from '#lib/domains/orders/critical/critical.ts'
import { type CriticalState, isCritical, isEscalated } from '#lib/domains/orders/critical/critical-state.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { AcknowledgeDialog, AcknowledgementText } from './acknowledge-button.tsx'
import { useCriticalWords } from './critical-mark.tsx'
import { useCriticalState } from './use-critical-state.ts'

interface CriticalRowProps {
  environment: string
  order: Order
  /** The rows of the page: the states of all critical ones are read at once. */
  page: readonly Order[]
}

/** React bubbles the dialog's events through the table, which must not act on typing. */
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Beside the result of a row: who owns it, whether it has escalated, and the way to acknowledge it. */
export function CriticalRow({ environment, order, page }: CriticalRowProps) {
  const [isAsking, setAsking] = useState(false)
  const order_ids = page.filter(isCritical).map(({ id }) => id)
  const { state: known, result, seen } = useCriticalState(environment, order, { order_ids })
  // A row that comes alive after another has read the states still equals the HTML, which has none.
  const state = useAlive() ? known : undefined
  const mayAcknowledge = useMay(acknowledgeCriticalOrder.permission)
  const words = useCriticalWords(state)
  const isLate = useAtPresent((now) => state !== undefined && isEscalated(state, now))
  const tabIndex = useTabIndex()
  const isPrinting = usePrinting()
  const hint = useHint(() => state && <Standing state={state} words={words} />)
  if (!state) return null
  const { tone, icon: Icon } = appearanceOf(state, isLate)
  const verb = state.owner ? 'Acknowledge again' : 'Acknowledge'
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        data-tone={tone}
        className="grid size-6 shrink-0 place-items-center rounded-tag text-tone-fg hover:bg-hover print:flex print:size-auto print:gap-1"
        {...hint}
        {...(mayAcknowledge && { onClick: () => setAsking(true) })}
      >
        <Icon />
        {isPrinting && <span aria-hidden="true">{standingWord(state)}</span>}
        <span className="sr-only">
          {standingLabel(state, words)}
          {mayAcknowledge && (
            <span>
              . {verb} order <Verbatim>{shortId(order.id)}</Verbatim>
            </span>
          )}
        </span>
      </button>
      {isAsking && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it keeps events in, and nobody operates it
        <div role="presentation" onKeyDown={stop} onFocus={stop} onClick={stop}>
          <AcknowledgeDialog environment={environment} result={result} seen={seen} onClose={() => setAsking(false)} />
        </div>
      )}
    </>
  )
}

function appearanceOf({ standing, owner }: CriticalState, isLate: boolean): { tone: string; icon: LucideIcon } {
  if (standing === 'reached' || standing === 'closed') return { tone: 'ok', icon: BadgeCheck }
  if (standing === 'before_start') return { tone: 'neutral', icon: CircleCheck }
  if (owner) return { tone: 'warn', icon: BadgeCheck }
  return isLate ? { tone: 'bad', icon: PhoneMissed } : { tone: 'warn', icon: CircleCheck }
}

const standingWord = ({ owner, closing }: CriticalState) =>
  (closing && 'Closed') || (owner ? 'Acknowledged' : 'Not acknowledged')

function standingLabel({ standing, owner, closing, isOpen }: CriticalState, words: string | null): ReactNode {
  if (standing === 'before_start') return `Not acknowledged. ${words}`
  if (closing) return by('Closed', closing.owner_name, '')
  const rest = isOpen ? `. ${words}` : ', read back'
  return owner ? by('Acknowledged', owner.owner_name, rest) : `Not acknowledged${rest}`
}

const by = (done: string, name: string, rest: string) => (
  <>
    {done} by <Verbatim>{name}</Verbatim>
    {rest}
  </>
)

function Standing({ state, words }: { state: CriticalState; words: string | null }) {
  return (
    <div className="max-w-64 break-words">
      <p>{standingLabel(state, words)}</p>
      {state.owner && (
        <p>
          <AcknowledgementText acknowledgement={state.owner} />
        </p>
      )}
    </div>
  )
}
