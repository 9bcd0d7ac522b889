'use client'
import { PrintSheet, usePrintNow } from '#components/patterns/print/print-sheet.tsx'
import type { ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { addressLines, phoneLabel } from './center-labels.ts'
import { readHours } from './hours.ts'

export interface Numbered {
  number: number
  center: ServiceCenter
}

/** A sheet for the patient in large type: black and white, without a map, and without a word on whom it is for. */
export function PrintCenters({ centers, onPrinted }: { centers: readonly Numbered[]; onPrinted: () => void }) {
  usePrintNow(onPrinted)
  return (
    <PrintSheet>
      <article className="mx-auto max-w-[680px] p-4 text-[18px]/7 text-[black]">
        <h1 className="border-b-2 border-[black] pb-3 text-[28px]/9">Where you can have your sample taken</h1>
        <ol>
          {centers.map(({ number, center }) => (
            <li
              key={number}
              className="grid break-inside-avoid grid-cols-[44px_minmax(0,1fr)] gap-x-4 border-b border-[black] py-5"
            >
              <span className="grid size-11 place-items-center rounded-full border-2 border-[black] text-[22px] font-heading">
                {number}
              </span>
              <Printed center={center} />
            </li>
          ))}
        </ol>
        <p className="pt-4 text-[16px]/6">Hours can change. Call before you go.</p>
      </article>
    </PrintSheet>
  )
}

function Printed({ center }: { center: ServiceCenter }) {
  const { name, phone_number, hours: sent } = center.metadata
  const hours = readHours(sent)
  const phone = phoneLabel(phone_number)
  return (
    <div>
      <h2 className="text-[22px]/7 font-heading">{name}</h2>
      {addressLines(center).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {phone && <p className="font-heading">Phone {phone.text}</p>}
      {hours.kind === 'words' ? (
        <dl className="mt-1.5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4">
          {hours.lines.map(({ days, text }) => (
            <div key={`${days} ${text}`} className="contents">
              <dt>{days ?? 'Hours'}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-1.5">{hours.kind === 'raw' ? `Hours: ${hours.text}` : 'Hours not listed, call first.'}</p>
      )}
    </div>
  )
}
