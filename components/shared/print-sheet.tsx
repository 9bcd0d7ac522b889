'use client'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Of important rules the earliest layer wins: this one also hides what says of itself that it is to be printed. */
const ALONE = `@layer theme { @media print {
  body > :not([data-print-sheet]) { display: none !important }
  body { background: white !important; color: black !important }
} }`

/** While it is there, paper gets its content and nothing else of the page. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-print-sheet="" className="hidden print:block">
      <style>{ALONE}</style>
      {children}
    </div>,
    document.body,
  )
}
