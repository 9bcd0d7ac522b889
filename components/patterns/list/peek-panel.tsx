/** More of one row beside the list, without leaving it: Escape closes it, J and K go on to the next row. */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'

interface PeekPanelProps {
  label: string
  /** Position of the row on the page: "2 of 50"; empty when it's elsewhere. */
  place: string
  onClose: () => void
  footer?: ReactNode
  /** A row tells more than fits beside the list as it usually is. */
  isWide?: boolean
  /** It lies over the page however wide that is: where another column would move the row away. */
  isOver?: boolean
  children: ReactNode
}

const WIDTHS = {
  // Beside two columns of facts the rows still have a line each.
  usual: 'w-[340px] min-[1280px]:w-[392px] min-[1840px]:w-[600px]',
  wide: 'w-[424px] min-[1440px]:w-[520px]',
}

/** Within the list where the list has a frame; where the whole page scrolls it stays on the screen. */
const PLACES = {
  beside:
    'z-20 max-[1179px]:fixed max-[1179px]:inset-y-0 max-[1179px]:right-0 max-[1179px]:z-50 max-[1179px]:max-w-full max-[1179px]:shadow-3 framed:max-[1179px]:absolute framed:max-[1179px]:z-20',
  over: 'fixed inset-y-0 right-0 z-50 max-w-full shadow-3 framed:absolute framed:z-20',
}

export function PeekPanel({ label, place, onClose, footer, isWide = false, isOver = false, children }: PeekPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    // A panel that covers the page makes the rest unreachable (app/globals.css).
    const covers = panel.current?.clientWidth === window.innerWidth
    if (covers) panel.current?.querySelector<HTMLElement>('[data-close]')?.focus()
    const press = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Escape' && !event.defaultPrevented && event.target instanceof Element
      if (
        !isOurs ||
        event.target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]')
      )
        return
      close.current()
      focusCurrentRow()
    }
    // Before a tooltip takes the key to itself.
    document.addEventListener('keydown', press, { capture: true })
    return () => {
      document.removeEventListener('keydown', press, { capture: true })
      if (document.activeElement === document.body) focusCurrentRow()
    }
  }, [])
  // The row takes the focus as it becomes the current one; who pressed a button of the panel stays there.
  const step = (key: 'j' | 'k') => {
    const held = document.activeElement
    runShortcut(key)
    if (held instanceof HTMLElement && panel.current?.contains(held)) held.focus()
  }
  return (
    <aside
      ref={panel}
      data-peek=""
      aria-label={label}
      className={`flex ${WIDTHS[isWide ? 'wide' : 'usual']} ${PLACES[isOver ? 'over' : 'beside']} shrink-0 flex-col border-l border-line bg-surface max-rail:fixed! max-rail:inset-0 max-rail:z-50 max-rail:w-full max-rail:border-l-0 print:hidden`}
    >
      <div className="flex items-center gap-1 border-b border-line py-1.5 pr-3 pl-4">
        <h2 className="text-sm">{label}</h2>
        <span className="mr-auto ml-1 text-xs text-ink-3">{place}</span>
        <IconButton icon={ChevronUp} label="Previous row" onPress={() => step('k')} plain />
        <IconButton icon={ChevronDown} label="Next row" onPress={() => step('j')} plain />
        <IconButton icon={X} label={`Close ${label.toLowerCase()}`} data-close="" onPress={onClose} plain />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">{children}</div>
      {footer && <div className="border-t border-line p-4">{footer}</div>}
    </aside>
  )
}

/** Does nothing below a panel that covers the page: that gives the focus back when it is gone. */
function focusCurrentRow() {
  document.querySelector<HTMLElement>('tr[data-current]')?.focus()
}
