'use client'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { DemoPrintMark } from '#components/patterns/page/environment-mark.tsx'
import { usePrinting, useWallClock } from '#components/ui/display/viewer.tsx'
import { isDemoPage } from '#lib/utils/browser/browser.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

interface Printer {
  /** The environment's. */
  label: string
  person: string | null
}
const PrinterContext = createContext<Printer | null>(null)

/** Knows for everything in it what paper says of its origin; pages begin with it. */
export function PrintedBy({ label, person, children }: Printer & { children: ReactNode }) {
  return (
    <PrinterContext value={{ label, person }}>
      {usePrinting() && <Origin />}
      {children}
    </PrinterContext>
  )
}

/** Says on paper what the frame of the page says on screen: which data it is of, when, and who took it. */
function Origin() {
  const clock = useWallClock()
  const printer = useContext(PrinterContext)
  if (printer === null) return null
  const { day, time, zone } = instantParts(clockNow(), clock)
  const by = printer.person ? ` by ${printer.person}` : ''
  return (
    <p className="px-4 pt-2 rail:px-6">
      <style>{onPages('top-right', `${day}, ${time} ${zone}${by}`)}</style>
      {`Vialdesk, ${printer.label}. Printed ${day}, ${time} ${zone}${by}. Times are in ${zoneName(clock.zone)} unless a zone is given.`}
    </p>
  )
}

/** Says on paper, as text, what the boxes and chips that only screens have are set to. */
export function PrintedFilters({ of }: { of: readonly (readonly [label: string, value: string | null])[] }) {
  const set = of.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
  if (set.length === 0) return null
  return <p className="hidden px-4 py-2 rail:px-6 print:block">{`Filters: ${set.join('; ')}`}</p>
}

/** Says on paper alone what the paper is for. */
export function PrintPurpose({ children }: { children: string }) {
  return <p className="hidden px-4 pt-2 rail:px-6 print:block">{children}</p>
}

/** Says in the margin of each page, where the browser can, what the page belongs to: sheets of two records get mixed up. */
export function PageFoot({ children }: { children: string }) {
  return usePrinting() && <style>{onPages('bottom-left', children)}</style>
}

function onPages(place: string, words: string) {
  const text = words.replaceAll(/[^\w ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
  return `@page { @${place} { content: "${text}"; font: 9pt sans-serif; } }`
}

/** Among `!important` rules the earliest layer wins, so this hides even content marked for print. */
const ALONE = `@layer theme { @media print {
  body > :not([data-print-sheet]) { display: none !important }
  body { background: white !important; color: black !important }
} }`

/** While it is there, paper gets its content and nothing else of the page; several begin a page each. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-print-sheet="" className="hidden not-last:break-after-page *:last:px-0! print:block">
      <style>{ALONE}</style>
      {isDemoPage() && <DemoPrintMark />}
      {children}
      <Origin />
    </div>,
    document.body,
  )
}

/** Prints as soon as it is drawn and `isReady`, and once; what is there only to be printed goes with `onPrinted`. */
export function usePrintNow(onPrinted: () => void, isReady = true) {
  const onEnd = useEffectEvent(onPrinted)
  useEffect(() => {
    if (!isReady) return
    const end = () => onEnd()
    window.addEventListener('afterprint', end, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', end)
  }, [isReady])
}
