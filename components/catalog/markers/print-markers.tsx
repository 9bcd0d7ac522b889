'use client'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { PrintSheet } from '#components/patterns/print/print-sheet.tsx'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { countOf } from '#lib/utils/text/counts.ts'

interface PrintMarkersProps {
  title: string
  /** Which account, which search. */
  lines: readonly string[]
  markers: readonly Marker[]
}

/** Prints all rows, including those the screen hasn't drawn. */
export function PrintMarkers(props: PrintMarkersProps) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting ? <Sheet {...props} /> : null
}

const HEADS = ['Marker', 'Type', 'Expected results, LOINC code, unit', 'Unit', 'Price', 'Provider ID'] as const

function Sheet({ title, lines, markers }: PrintMarkersProps) {
  return (
    <PrintSheet>
      <h1 className="text-[20px]/7">{title}</h1>
      <p className="mb-3">{[countOf(markers.length, 'marker'), ...lines].join(' · ')}</p>
      <table className="w-full border-collapse text-left text-[11px]/4">
        <thead>
          <tr className="border-b border-[black]">
            {HEADS.map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 align-bottom">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {markers.map(({ id, name, slug, type, unit, price, provider_id, expected_results }) => (
            <tr key={id} className="break-inside-avoid border-b border-[#999] align-top">
              <td className="py-1 pr-3">
                <b>{name}</b>
                <br />
                {slug}
              </td>
              <td className="py-1 pr-3">{type ?? '–'}</td>
              <td className="py-1 pr-3">
                {expected_results.map((result) => (
                  <div key={result.id}>
                    {[result.name, result.loinc?.code, result.loinc?.unit].filter(Boolean).join(', ')}
                  </div>
                ))}
              </td>
              <td className="py-1 pr-3">{unit ?? '–'}</td>
              <td className="py-1 pr-3">{price}</td>
              <td className="py-1">{provider_id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}
