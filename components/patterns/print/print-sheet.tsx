'use client'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { DemoPrintMark } from '#components/patterns/page/demo-mark.tsx'
import { isDemoPage } from '#lib/utils/browser/browser.ts'

/** Among `!important` rules the earliest layer wins, so this hides even content marked for print. */
const ALONE = `@layer theme { @media print {
  body > :not([data-print-sheet]) { display: none !important }
  body { background: white !important; color: black !important }
} }`

/** While it is there, paper gets its content and nothing else of the page. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-print-sheet="" className="hidden print:block">
      <style>{ALONE}</style>
      {isDemoPage() && <DemoPrintMark />}
      {children}
    </div>,
    document.body,
  )
}

/** Prints as soon as it is drawn, and once; what is there only to be printed goes with `onPrinted`. */
export function usePrintNow(onPrinted: () => void) {
  const onEnd = useEffectEvent(onPrinted)
  useEffect(() => {
    const end = () => onEnd()
    window.addEventListener('afterprint', end, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [])
}
