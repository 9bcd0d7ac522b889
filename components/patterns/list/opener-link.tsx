import type { MouseEvent, ReactNode } from 'react'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'

interface OpenerLinkProps {
  href: string
  label?: string
  onOpen: () => void
  children: ReactNode
}

/** The link of a row that opens beside the list; with a key held it is an address like any other. */
export function OpenerLink({ href, label, onOpen, children }: OpenerLinkProps) {
  const tabIndex = useTabIndex()
  const press = (pressed: MouseEvent) => {
    if (pressed.metaKey || pressed.ctrlKey || pressed.shiftKey || pressed.altKey) return
    pressed.preventDefault()
    onOpen()
  }
  return (
    <a href={href} tabIndex={tabIndex} onClick={press} aria-label={label} className="row-link block min-w-0">
      {children}
    </a>
  )
}
