'use client'
import { Download, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { downloadLines } from '#lib/kernel/list/download.ts'
import { countOf } from '#lib/utils/text/counts.ts'

interface ExportButtonProps {
  address: string
  /** "Export CSV" */
  label: string
  /** Content of the file: "Audit log". */
  noun: string
  type: 'csv' | 'ndjson'
}

/** One button, so that the focus stays: it starts the file, then says how far it is and stops it. */
export function ExportButton({ address, label, noun, type }: ExportButtonProps) {
  const [lines, setLines] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setLines(0)
    announce('Export started.')
    try {
      const count = await downloadLines({ address, name: `audit.${type}`, type, signal, onLines: setLines })
      toast({ kind: 'done', title: `${noun} exported.`, text: countOf(count, 'entry', 'entries') })
    } catch (error) {
      if (signal.aborted) return announce('Export stopped.')
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'Not exported.', text: error.message })
    } finally {
      setLines(null)
    }
  }
  if (lines === null) {
    return (
      <Button key="export" onPress={() => void start()}>
        <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
        {label}
      </Button>
    )
  }
  return (
    <Button key="export" onPress={() => running.current?.abort()}>
      <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" strokeWidth={2} />
      Stop export, {countOf(lines, 'entry', 'entries')}
    </Button>
  )
}
