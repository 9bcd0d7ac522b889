'use client'
import { Download, Eye, LoaderCircle, Pencil, RefreshCw, UserSearch, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { downloadLines } from '#lib/kernel/list/download.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import type { AuditFilters } from './audit-filters.ts'
import { exportAddress, personExportAddress } from './audit-query.ts'

/** Subject of the history; null for the whole log. */
export type HistoryOf = 'user' | 'order' | null

const SUMMARIES = {
  log: 'Who did what, newest first',
  changes: 'Who changed this record, newest first',
  all: 'Who viewed and changed this record, newest first',
} as const

/** Whether a history shows changes alone or who looked as well. */
const SCOPES = [
  { value: 'changes', text: 'Changes only', icon: Pencil },
  { value: 'all', text: 'Views and changes', icon: Eye },
] as const

interface AuditHeadProps {
  of: HistoryOf
  environment: string
  filters: AuditFilters
  timeZone: string
  isFiltered: boolean
  isFetching: boolean
  onClear: () => void
  onRefresh: () => void
  onShow: (show: 'changes' | 'all') => void
}

export function AuditHead(props: AuditHeadProps) {
  const { of, environment, filters, timeZone, isFiltered, isFetching, onClear, onRefresh, onShow } = props
  const show = filters.show === 'all' ? 'all' : 'changes'
  const summary = SUMMARIES[of === null ? 'log' : show]
  return (
    <PageHeader title={of ? 'History' : 'Audit log'} level={of ? 2 : 1} summary={summary}>
      {of && <Segments named label="Show" value={show} options={SCOPES} onChange={onShow} />}
      {isFiltered && (
        <Button look="ghost" onPress={onClear}>
          <X aria-hidden="true" className="size-4" strokeWidth={1.9} />
          Clear filters
        </Button>
      )}
      <IconButton
        icon={RefreshCw}
        label="Load the newest entries"
        onPress={onRefresh}
        plain
        {...(isFetching && { iconClassName: 'motion-safe:animate-spin' })}
      />
      {of === null && (
        <Link href={`/${environment}/activity/review`} prefetch={false} className={linkButton}>
          <UserSearch aria-hidden="true" className="size-4" strokeWidth={1.9} />
          Review access
        </Link>
      )}
      {of === 'user' ? (
        <>
          <ExportButton
            address={personExportAddress(filters, timeZone, 'csv')}
            label="Export CSV"
            noun="History"
            type="csv"
          />
          <ExportButton
            address={personExportAddress(filters, timeZone, 'fhir')}
            label="Export FHIR"
            noun="History"
            type="ndjson"
          />
        </>
      ) : (
        <ExportButton address={exportAddress(filters, timeZone)} label="Export CSV" noun="Audit log" type="csv" />
      )}
    </PageHeader>
  )
}

interface ExportButtonProps {
  address: string
  /** "Export CSV" */
  label: string
  /** Content of the file: "Audit log". */
  noun: string
  type: 'csv' | 'ndjson'
}

/** One button, so that the focus stays: it starts the file, then says how far it is and stops it. */
function ExportButton({ address, label, noun, type }: ExportButtonProps) {
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
