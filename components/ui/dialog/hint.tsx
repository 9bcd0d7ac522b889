'use client'
import {
  createContext,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'

type Content = () => ReactNode
interface Hints {
  open: (anchor: HTMLElement, content: Content, delay: number) => void
  close: (delay: number) => void
}

const OPEN_DELAY = 300
/** Time to move the pointer from the trigger into the tooltip (WCAG 1.4.13). */
const CLOSE_DELAY = 160

const HintContext = createContext<Hints | null>(null)

export const tooltipStyle =
  'w-max max-w-80 rounded-card border border-line-2 bg-surface px-3 py-2 text-xs text-ink shadow-3 transition-opacity duration-100 data-[entering]:opacity-0 data-[exiting]:opacity-0'

/** One tooltip for all rows of a page: a trigger component around each of a thousand cells would cost too much. */
export function HintProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ anchor: HTMLElement; content: Content } | null>(null)
  const anchorRef = useRef<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  const [hints] = useState<Hints>(() => {
    const later = (action: () => void, delay: number) => {
      clearTimeout(timer.current)
      if (delay === 0) action()
      else timer.current = setTimeout(action, delay)
    }
    const show = (anchor: HTMLElement, content: Content) => {
      anchorRef.current = anchor
      setShown({ anchor, content })
    }
    const hide = () => {
      anchorRef.current = null
      setShown(null)
    }
    return {
      // While one is open the next needs no patience.
      open: (anchor, content, delay) => later(() => show(anchor, content), anchorRef.current ? 0 : delay),
      close: (delay) => later(hide, delay),
    }
  })

  useEffect(() => {
    if (!shown) return
    const dismiss = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      hints.close(0)
    }
    shown.anchor.setAttribute('aria-describedby', id)
    document.addEventListener('keydown', dismiss, true)
    document.addEventListener('scroll', dismiss, true)
    return () => {
      shown.anchor.removeAttribute('aria-describedby')
      document.removeEventListener('keydown', dismiss, true)
      document.removeEventListener('scroll', dismiss, true)
    }
  }, [shown, hints, id])

  // Within a landmark, where those who read by landmarks can find it.
  const landmark = shown && document.querySelector('main')
  return (
    <HintContext value={hints}>
      {children}
      <TooltipTrigger
        isOpen={shown !== null}
        onOpenChange={(open) => (open ? clearTimeout(timer.current) : hints.close(CLOSE_DELAY))}
      >
        <Tooltip
          triggerRef={anchorRef}
          placement="bottom"
          offset={6}
          className={tooltipStyle}
          {...(landmark && { UNSTABLE_portalContainer: landmark })}
        >
          <div id={id}>{shown?.content()}</div>
        </Tooltip>
      </TooltipTrigger>
    </HintContext>
  )
}

/** Handlers that show `content` on hover, on keyboard focus and on a tap. */
export function useHint(content: Content) {
  const hints = useContext(HintContext)
  return {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') hints?.open(event.currentTarget, content, OPEN_DELAY)
    },
    onPointerLeave: () => hints?.close(CLOSE_DELAY),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) hints?.open(event.currentTarget, content, 0)
    },
    onBlur: () => hints?.close(0),
    onClick: (event: MouseEvent<HTMLElement>) => hints?.open(event.currentTarget, content, 0),
  }
}
