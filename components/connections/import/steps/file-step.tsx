import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  CircleCheck,
  CircleStop,
  CircleX,
  Download,
  FileWarning,
  History,
  LoaderCircle,
  type LucideIcon,
  Pause,
} from 'lucide-react'
import { countRows } from '#components/connections/import/rows/batch.ts'
import { FIELDS, type RecipeField } from '#components/connections/import/rows/columns.ts'
import type { SavedImport } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import type { BULK_OP_STATUSES, BulkOp } from '#lib/domains/connections/connection.ts'
import { IMPORT_KEPT_DAYS, type PastImport } from '#lib/domains/connections/import-log.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import { type Environment, offers } from '#lib/domains/environments/environment.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { csvFile } from '#lib/utils/text/csv.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { FileDrop } from './file-drop.tsx'
import { bulkOpsQuery, pastImportsQuery } from './past-imports.ts'
import { Card, StatusText } from './step-layout.tsx'

const STATES: Readonly<Record<PastImport['state'], { icon: LucideIcon; tone: Tone; words: string }>> = {
  running: { icon: LoaderCircle, tone: 'move', words: 'Running' },
  paused: { icon: Pause, tone: 'warn', words: 'Paused' },
  stopped: { icon: CircleStop, tone: 'place', words: 'Stopped' },
  done: { icon: CircleCheck, tone: 'ok', words: 'Finished' },
}

/** Milliseconds without a report after which an import that runs may have lost its browser. */
const QUIET_MS = 5 * MINUTE
function PastImports({ environment }: { environment: string }) {
  const { data, error } = useQuery({
    ...pastImportsQuery({ environment }),
    select: ({ imports }) =>
      imports.map((one) => ({
        ...one,
        isQuiet: one.state === 'running' && clockNow() - Date.parse(one.changed_at) > QUIET_MS,
      })),
  })
  return (
    <Card title="Past imports" aside={<span className="text-xs text-ink-3">Kept for {IMPORT_KEPT_DAYS} days</span>}>
      {!data && error && <p className="px-4 py-3 text-ink-2">Past imports didn’t load. {failureOf(error).detail}</p>}
      {!(data || error) && <Skeleton className="after-300ms m-4 h-4 w-3/4" />}
      {data?.length === 0 && <p className="px-4 py-3 text-ink-2">No one has imported connections here yet.</p>}
      <ul>
        {data?.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-b-0"
          >
            <span className="min-w-0">
              <span className="font-control">{providerName(one.provider)}</span>{' '}
              <span className="text-ink-2">{countsOf(one)}</span>
            </span>
            <ImportState one={one} />
            <span className="w-full text-xs text-ink-3">
              {one.started_by}, <TimeStamp value={one.started_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function countsOf({ rows, connected, failed }: PastImport): string {
  const wrong = failed > 0 ? `, ${formatCount(failed)} failed` : ''
  return `${formatCount(connected)} of ${formatCount(rows)} connected${wrong}`
}

function ImportState({ one: { state, isQuiet, changed_at } }: { one: PastImport & { isQuiet: boolean } }) {
  const { words, ...style } = STATES[state]
  if (!isQuiet) return <StatusText {...style}>{words}</StatusText>
  return (
    <StatusText icon={History} tone="warn">
      Last report <TimeStamp value={changed_at} />
    </StatusText>
  )
}

const OP_STATES: Readonly<Record<(typeof BULK_OP_STATUSES)[number], (typeof STATES)['done']>> = {
  in_progress: STATES.running,
  success: STATES.done,
  failure: { icon: CircleX, tone: 'bad', words: 'Failed' },
  aborted: { icon: CircleStop, tone: 'warn', words: 'Aborted' },
}
const opState = (status: string) => new Map<string, (typeof STATES)['done']>(Object.entries(OP_STATES)).get(status)

/** Milliseconds by which an import's first and last reports may miss its calls. */
const REPORT_SLACK_MS = MINUTE

/** The import that an operation belongs to, by source and time: the service says nothing else of it. */
function importOf({ provider, started_at }: BulkOp, imports: readonly PastImport[]): PastImport | undefined {
  const at = Date.parse(started_at)
  return imports.find(
    (one) =>
      one.provider === provider &&
      at >= Date.parse(one.started_at) - REPORT_SLACK_MS &&
      at <= Date.parse(one.changed_at) + REPORT_SLACK_MS,
  )
}

/** Lists the service's own record of imports, which is right also where the browser that began one is gone. */
function BulkOps({ environment }: { environment: string }) {
  const { data: past } = useQuery(pastImportsQuery({ environment }))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    bulkOpsQuery({ environment }),
  )
  const operations = data?.pages.flatMap((page, at) => page.data.map((one, index) => ({ one, key: `${at} ${index}` })))
  return (
    <Card title="Bulk operations" aside={<span className="text-xs text-ink-3">As the service keeps them</span>}>
      {!data && error && <p className="px-4 py-3 text-ink-2">They didn’t load. {failureOf(error).detail}</p>}
      {!(data || error) && <Skeleton className="after-300ms m-4 h-4 w-3/4" />}
      {operations?.length === 0 && <p className="px-4 py-3 text-ink-2">The service has had none yet.</p>}
      <ul>
        {operations?.map(({ one, key }) => (
          <BulkOpRow key={key} one={one} of={importOf(one, past?.imports ?? [])} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="px-4 py-2">
          <Button isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </Card>
  )
}

function BulkOpRow({ one, of }: { one: BulkOp; of: PastImport | undefined }) {
  const { provider, status, pending, processed, started_at, ended_at } = one
  const { words, ...style } = opState(status) ?? { icon: History, tone: 'place' as const, words: status }
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-b-0">
      <span className="min-w-0">
        <span className="font-control">{providerName(provider)}</span>{' '}
        <span className="text-ink-2">
          {formatCount(processed)} of {countOf(pending + processed, 'connection')} processed
        </span>
      </span>
      <StatusText {...style}>{words}</StatusText>
      <span className="w-full text-xs text-ink-3">
        <span>{of ? `Import by ${of.started_by}, ` : 'Not from a past import, '}</span>
        <TimeStamp value={started_at} />
        {ended_at && (
          <>
            <span> to </span>
            <TimeStamp value={ended_at} />
          </>
        )}
      </span>
    </li>
  )
}

const MEANINGS: Readonly<Record<RecipeField, string>> = {
  user_id: 'The user’s ID (a UUID). The user must already exist.',
  access_token: 'Issued by the source for this user.',
  refresh_token: 'Renews the access token.',
  provider_id: 'The user’s account at the source.',
  expires_at: 'When the access token expires: Unix seconds, Unix milliseconds or ISO 8601.',
  oauth_scopes: 'Scopes the user granted, separated by spaces or commas. If missing, all count as granted.',
}

const EXAMPLE_ROWS = [1, 2, 3].map((number) => [
  `00000000-0000-4000-8000-00000000000${number}`,
  `example-access-token-${number}`,
  `example-refresh-token-${number}`,
  `account-${number}`,
  String(1_893_456_000 + number * 3600),
  'read:activity read:sleep',
])

function saveExample(): Promise<void> {
  return saveFile('bulk-import-example.csv', csvFile([[...FIELDS], ...EXAMPLE_ROWS]))
}

export function FileStep({ environment }: { environment: Environment }) {
  const { problem, saved, reading } = useImportSession().state
  return (
    <div className="grid w-full max-w-[1120px] gap-4 p-4 rail:p-6 wide:grid-cols-[minmax(0,1fr)_400px]">
      <div className="flex flex-col gap-4">
        {problem && (
          <Notice kind="bad" icon={FileWarning} alert>
            <p className="font-heading">{problem.title}</p>
            <p>{problem.detail}</p>
          </Notice>
        )}
        {saved && !problem && <Interrupted saved={saved} />}
        <FileDrop reading={reading} />
        <Notice kind="info">
          <p>
            Works only for connections made with your own OAuth application, which must be set up for the source. Tokens
            stay in this tab’s memory until they’re sent. They’re never in a download, a log or browser storage.
          </p>
        </Notice>
        <PastImports environment={environment.id} />
        {offers(environment, 'list_bulk_ops') && <BulkOps environment={environment.id} />}
      </div>
      <Card
        title="What the file contains"
        className="self-start"
        aside={
          <Button icon={Download} onPress={() => void saveExample()}>
            Example file
          </Button>
        }
      >
        <p className="px-4 pt-3 text-ink-2">One connection per row, all of one source. Columns may have other names.</p>
        <dl className="px-4 py-3">
          {FIELDS.map((field) => (
            <div key={field} className="border-b border-line py-2 last:border-b-0">
              <dt translate="no" className="font-mono text-xs font-control">
                {field}
                {field === 'oauth_scopes' && <span className="ml-2 font-sans text-ink-3">optional</span>}
              </dt>
              <dd className="text-ink-2">{MEANINGS[field]}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}

/** An import that a reload interrupted: the tokens are gone, what was sent is known. */
function Interrupted({ saved: { batches, settings, rows } }: { saved: SavedImport }) {
  const { not_sent, unknown } = countRows(batches)
  const total = batches.reduce((sum, { count }) => sum + count, 0)
  return (
    <Notice kind="warn" icon={History}>
      <p className="font-heading">An import of {providerName(settings.provider)} didn’t finish</p>
      <p>
        <span>
          Of {countOf(total, 'row')}, {formatCount(not_sent)} were not sent
        </span>
        {unknown > 0 && ` and ${formatCount(unknown)} got no reply`}
        <span>. Choose the same file ({countOf(rows, 'row')}) to resume. Nothing is imported twice.</span>
      </p>
    </Notice>
  )
}
