'use client'
import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { copyText, saveFile } from '#lib/utils/browser/browser.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { MARKER_COLUMNS, markerRows } from './marker-file.ts'

interface MarkerExportProps {
  environment: string
  /** Those that are shown, in their order. */
  markers: readonly Marker[]
  isReading: boolean
}

/** Takes the rows elsewhere: to a spreadsheet by the clipboard, as a file, or on paper. */
export function MarkerExport({ environment, markers, isReading }: MarkerExportProps) {
  const [copied, setCopied] = useState<readonly Marker[] | null>(null)
  const isOff = isReading || markers.length === 0
  const table = () => [MARKER_COLUMNS, ...markerRows(markers)]
  const loadCsv = () => import('#lib/utils/text/csv.ts')
  const copy = async () => {
    const { tabRows } = await loadCsv()
    if (!(await copyText(tabRows(table())))) {
      return toast({
        kind: 'failed',
        title: 'Rows weren’t copied.',
        text: 'The browser blocked it. Export a CSV file instead.',
      })
    }
    setCopied(markers)
    announce(`${countOf(markers.length, 'marker')} copied.`)
  }
  const save = async () => {
    const [{ csvFile }, { fileName }] = await Promise.all([loadCsv(), import('#lib/domains/audit/list-export.ts')])
    await saveFile(fileName('markers', environment), csvFile(table()))
    toast({
      kind: 'done',
      title: 'Exported.',
      text: `${countOf(markers.length, 'marker')}, one row per expected result.`,
    })
  }
  const CopyIcon = copied === markers ? Check : Copy
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      <Button isDisabled={isOff} onHoverStart={() => void loadCsv()} onPress={() => void copy()}>
        <CopyIcon aria-hidden="true" className="size-4" strokeWidth={1.9} />
        {copied === markers ? 'Copied' : 'Copy rows'}
      </Button>
      <Button isDisabled={isOff} onPress={() => void save()}>
        <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
        Export CSV
      </Button>
      <Button isDisabled={isOff} onPress={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" strokeWidth={1.8} />
        Print
      </Button>
    </span>
  )
}
