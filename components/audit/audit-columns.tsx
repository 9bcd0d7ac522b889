'use client'
import { createColumnHelper } from '@tanstack/react-table'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import type { AuditEntry } from '#lib/domains/audit/audit.ts'
import { Action, Outcome, Subjects, Took, When, Where, Who } from './audit-cells.tsx'

/** Three forms of a row: a card on a phone, two lines where there is some room, one line from 1000 px on. */
export const AUDIT_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'action_outcome''who_who''subject_subject''when_took''request_env'] @min-[560px]/list:[--row-columns:minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto] @min-[560px]/list:[--row-areas:'action_who_subject_outcome''when_env_request_took'] @min-[1000px]/list:[--row-columns:144px_minmax(120px,1.3fr)_minmax(120px,1fr)_84px_minmax(206px,0.9fr)_120px_52px_160px] @min-[1000px]/list:[--row-areas:'when_who_action_env_subject_outcome_took_request']"

const helper = createColumnHelper<ListFeatures, AuditEntry>()
const ON_THE_RIGHT = 'justify-self-end @min-[1000px]/list:justify-self-start'

export const auditColumns = helper.columns([
  helper.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => <When at={getValue()} />,
    meta: { place: '[grid-area:when]' },
  }),
  helper.accessor('actor_email', {
    header: 'Who',
    cell: ({ row }) => <Who {...row.original} />,
    meta: { place: '[grid-area:who]' },
  }),
  helper.accessor('action', {
    header: 'What',
    cell: ({ row }) => <Action {...row.original} />,
    meta: { place: '[grid-area:action]' },
  }),
  helper.accessor('environment', {
    header: 'Environment',
    cell: ({ getValue }) => <Where environment={getValue()} />,
    meta: { place: '[grid-area:env] @max-[559px]/list:justify-self-end' },
  }),
  helper.accessor('subjects', {
    header: 'About',
    cell: ({ row }) => <Subjects {...row.original} />,
    meta: { place: '[grid-area:subject] @max-[559px]/list:has-[.nothing]:hidden' },
  }),
  helper.accessor('outcome', {
    header: 'Outcome',
    cell: ({ row }) => <Outcome outcome={row.original.outcome} status={row.original.status} />,
    meta: { place: `[grid-area:outcome] ${ON_THE_RIGHT}` },
  }),
  helper.accessor('duration', {
    header: 'Took',
    cell: ({ row }) => <Took status={row.original.status} duration={row.original.duration} />,
    meta: { place: `[grid-area:took] ${ON_THE_RIGHT} @max-[999px]/list:has-[.nothing]:hidden` },
  }),
  helper.accessor('request_id', {
    header: 'Request',
    cell: ({ getValue }) => <CopyableId id={getValue()} noun="Request id" />,
    meta: { place: '[grid-area:request]' },
  }),
])
