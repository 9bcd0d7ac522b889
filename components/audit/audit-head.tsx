'use client'
import { Eye, Pencil, RefreshCw, UserSearch, X } from 'lucide-react'
import Link from 'next/link'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Segments } from '#components/ui/field/segments.tsx'
import type { AuditFilters } from './audit-filters.ts'
import { exportAddress, personExportAddress } from './audit-query.ts'
import { ExportButton } from './export-button.tsx'

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
