/** One tooltip serves the page: a trigger around each of a thousand cells would cost too much. */

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
import { lazyPart } from '#components/ui/lazy-part.tsx'

type Content = () => ReactNode

interface Hint {
  anchor: Element
  content: Content
  /** Whether the content says more than the name of its anchor. */
  describes: boolean
}

interface Hints {
  open: (hint: Hint, delayMs: number) => void
  close: (delayMs: number) => void
}

const OPEN_DELAY_MS = 300
/** Time to move the pointer from the trigger into the tooltip (WCAG 1.4.13). */
const CLOSE_DELAY_MS = 160

/** Taken off the page, or kept on it unseen. Where there is no layout only the first can be told. */
const isGone = (anchor: Element) =>
  !anchor.isConnected || ('checkVisibility' in anchor && anchor.checkVisibility() === false)

const HintContext = createContext<Hints | null>(null)
const loadTooltip = () => import('./hint-tooltip.tsx')
const HintTooltip = lazyPart(loadTooltip, 'HintTooltip')

export function HintProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Hint | null>(null)
  const [wasShown, setWasShown] = useState(false)
  const anchorRef = useRef<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  const [hints] = useState<Hints>(() => {
    const later = (action: () => void, delayMs: number) => {
      clearTimeout(timer.current)
      if (delayMs === 0) action()
      else timer.current = setTimeout(action, delayMs)
    }
    const show = (hint: Hint) => {
      if (isGone(hint.anchor)) return
      anchorRef.current = hint.anchor instanceof HTMLElement ? hint.anchor : null
      setShown(hint)
      setWasShown(true)
    }
    const hide = () => {
      anchorRef.current = null
      setShown(null)
    }
    return {
      open: (hint, delayMs) => {
        loadTooltip().catch(() => undefined)
        // While one is open the next needs no patience.
        later(() => show(hint), anchorRef.current ? 0 : delayMs)
      },
      close: (delayMs) => later(hide, delayMs),
    }
  })

  useEffect(() => {
    if (!shown) return
    const dismiss = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      hints.close(0)
    }
    if (shown.describes) shown.anchor.setAttribute('aria-describedby', id)
    document.addEventListener('keydown', dismiss, true)
    document.addEventListener('scroll', dismiss, true)
    // An anchor that is gone hears no pointer leave it, and its tooltip would stand at the corner of the page.
    const observer = new MutationObserver(() => isGone(shown.anchor) && hints.close(0))
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class', 'hidden', 'style'] })
    return () => {
      observer.disconnect()
      if (shown.describes) shown.anchor.removeAttribute('aria-describedby')
      document.removeEventListener('keydown', dismiss, true)
      document.removeEventListener('scroll', dismiss, true)
    }
  }, [shown, hints, id])

  return (
    <HintContext value={hints}>
      {children}
      {wasShown && (
        <HintTooltip
          id={id}
          anchorRef={anchorRef}
          content={shown?.content() ?? null}
          onHover={(isWithin) => (isWithin ? clearTimeout(timer.current) : hints.close(CLOSE_DELAY_MS))}
        />
      )}
    </HintContext>
  )
}

/** Returns handlers that show `content` on hover, on keyboard focus and on a tap. */
export function useHint(content: Content) {
  const hints = useContext(HintContext)
  const open = (anchor: Element, delayMs: number) => hints?.open({ anchor, content, describes: true }, delayMs)
  return {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'mouse') open(currentTarget, OPEN_DELAY_MS)
    },
    onPointerLeave: () => hints?.close(CLOSE_DELAY_MS),
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) open(currentTarget, 0)
    },
    onBlur: () => hints?.close(0),
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => open(currentTarget, 0),
  }
}

/** Returns handlers that show a button's name on hover and focus; `onAim` runs when either comes to it. */
export function useNameHint(name: string, onAim?: () => void) {
  const hints = useContext(HintContext)
  const open = (anchor: Element, delayMs: number) =>
    hints?.open({ anchor, content: () => name, describes: false }, delayMs)
  return {
    onHoverStart: ({ target, pointerType }: { target: Element; pointerType: string }) => {
      onAim?.()
      if (pointerType === 'mouse') open(target, OPEN_DELAY_MS)
    },
    onHoverEnd: () => hints?.close(CLOSE_DELAY_MS),
    onFocus: ({ currentTarget }: FocusEvent<Element>) => {
      onAim?.()
      if (currentTarget.matches(':focus-visible')) open(currentTarget, 0)
    },
    onBlur: () => hints?.close(0),
    onPressStart: () => hints?.close(0),
  }
}
