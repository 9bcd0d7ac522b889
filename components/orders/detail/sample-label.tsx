/** The sample's ID on paper, for a tube or a bag whose own label can't be read. Loaded on demand, with the barcode's code. */
import JsBarcode from 'jsbarcode'
import { usePatient } from '#components/patterns/domain/patient.tsx'
import { PrintSheet, usePrintNow } from '#components/patterns/print/print-sheet.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { formatDay } from '#lib/utils/time/instants.ts'

type SampleLabelProps = { environment: string; order: Order; sample_id: string; onPrinted: () => void }

export function SampleLabel({ environment, order, sample_id, onPrinted }: SampleLabelProps) {
  const { name, birth_date } = usePatient(environment, order)
  const clock = useWallClock()
  usePrintNow(onPrinted)
  return (
    <PrintSheet>
      <article className="flex w-[384px] flex-col gap-2 border-2 border-[black] p-4 text-[15px]/5 text-[black]">
        <h1 className="border-b-2 border-[black] pb-1 text-[18px]/6">Unofficial sample label</h1>
        <Barcode text={sample_id} />
        <Verbatim className="font-mono text-[20px]/6 break-all">{sample_id}</Verbatim>
        <p>
          {name === null ? 'Patient’s name not known' : <Verbatim className="font-heading">{name}</Verbatim>}
          {', '}
          {birth_date ? `born ${formatDay(birth_date, clock)}` : 'birth date not known'}
        </p>
        <p>{order.lab_test.name}</p>
        <p>
          Order <Verbatim className="font-mono break-all">{order.id}</Verbatim>
        </p>
        <p>Made from the order’s fields, not by the lab. The lab’s own label counts.</p>
      </article>
    </PrintSheet>
  )
}

/** Modules of white that scanners need on each side. */
const QUIET = 10

/** Returns the bars of Code 128 as 1 for black and 0 for white; null for a text that it can’t hold. */
function code128(text: string): string | null {
  if (!/^[ -~]+$/.test(text)) return null
  const made: { encodings?: { data: string }[] } = {}
  JsBarcode(made, text, { format: 'CODE128' })
  return made.encodings?.map(({ data }) => data).join('') || null
}

function Barcode({ text }: { text: string }) {
  const bars = code128(text)
  if (bars === null) return <p>No barcode: this ID has characters that Code 128 doesn’t have.</p>
  const width = bars.length + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={`Barcode of ${text}`}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ width: 2 * width }}
      className="h-[72px] max-w-full"
    >
      <path
        d={[...bars.matchAll(/1+/g)]
          .map((bar) => `M${QUIET + bar.index} 0h${bar[0].length}v1h-${bar[0].length}z`)
          .join('')}
      />
    </svg>
  )
}
