import type { ReactNode, RefObject } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'

export interface HintTooltipProps {
  id: string
  anchorRef: RefObject<HTMLElement | null>
  /** Null while none is shown. */
  content: ReactNode | null
  onHover: (isWithin: boolean) => void
}

/** Within a landmark, where those who read by landmarks can find it; over a dialog it stands beside that dialog. */
function containerOf(anchor: HTMLElement | null): Element | null {
  return anchor?.closest('[role=dialog], [role=alertdialog]') ? null : document.querySelector('main')
}

export function HintTooltip({ id, anchorRef, content, onHover }: HintTooltipProps) {
  const isOpen = content !== null
  const container = isOpen ? containerOf(anchorRef.current) : null
  return (
    <TooltipTrigger isOpen={isOpen} onOpenChange={onHover}>
      <Tooltip
        triggerRef={anchorRef}
        placement="bottom"
        offset={6}
        className="w-max max-w-80 rounded-card border border-line-2 bg-surface px-3 py-2 text-xs text-ink shadow-3 transition-opacity duration-100 data-[entering]:opacity-0 data-[exiting]:opacity-0"
        {...(container && { UNSTABLE_portalContainer: container })}
      >
        <div id={id}>{content}</div>
      </Tooltip>
    </TooltipTrigger>
  )
}
