import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  Check as CheckIcon,
  CircleX,
  CloudOff,
  Download,
  LoaderCircle,
  TriangleAlert,
  UserRoundSearch,
} from 'lucide-react'
import { useState } from 'react'
import type { CheckSummary } from '#components/connections/import/rows/check-table.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import type { RowFilter } from '#components/connections/import/session/loaded-file.ts'
import { BATCH_SIZES, type LookUp } from '#components/connections/import/session/session-state.ts'
import { PER_SECOND } from '#components/connections/import/session/throttle.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { fileName } from '#lib/domains/audit/list-export.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { FileCard } from './file-drop.tsx'
import { CHECK_COLUMNS, FileRowTable, numberColumn, USER_COLUMN } from './row-cells.tsx'
import { Card, Columns, CountedSegments, Footer, Progress } from './step-layout.tsx'

const ACTIONS = { skipped: 'Check now', costly: 'Check now', failed: 'Try again' } as const
const ICONS = {
  skipped: UserRoundSearch,
  costly: UserRoundSearch,
  failed: CloudOff,
  done: UserRoundSearch,
  running: LoaderCircle,
} as const

/** Before anything is sent: which users don't exist, and which have the source already. */
function LookUpCard({ lookUp, label }: { lookUp: LookUp; label: string }) {
  const { session } = useImportSession()
  if (lookUp.kind === 'not_started') return null
  const isRunning = lookUp.kind === 'running'
  return (
    <Card title="Users">
      <div role="status" className="flex items-start gap-2.5 px-4 py-3 text-ink-2">
        <Icon of={ICONS[lookUp.kind]} className={isRunning ? 'mt-0.5 motion-safe:animate-spin' : 'mt-0.5'} />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <p>{lookUpText(lookUp, label)}</p>
          {isRunning && lookUp.total > 0 && <Progress label="Users checked" done={lookUp.done} total={lookUp.total} />}
        </div>
        {isRunning && <Button onPress={() => session.skipLookUp()}>Skip</Button>}
        {(lookUp.kind === 'failed' || lookUp.kind === 'skipped' || lookUp.kind === 'costly') && (
          <Button onPress={() => void session.lookUp()}>{ACTIONS[lookUp.kind]}</Button>
        )}
      </div>
    </Card>
  )
}

function lookUpText(lookUp: Exclude<LookUp, { kind: 'not_started' }>, label: string): string {
  switch (lookUp.kind) {
    case 'running':
      return `Checking in ${label} which of these users exist and who already has the source.`
    case 'failed':
      return `We couldn’t check the users in ${label}: ${lookUp.detail}`
    case 'done': {
      const { connected, no_user } = lookUp.facts
      const missing = `${countOf(no_user, 'row has an unknown user', 'rows have unknown users')} and will be skipped.`
      const renewed = `${countOf(connected, 'user is', 'users are')} already connected; their tokens will be replaced.`
      return `${no_user === 0 ? 'Every user exists.' : missing} ${connected === 0 ? 'None is connected yet.' : renewed}`
    }
    default: {
      const minutes = lookUp.kind === 'costly' ? Math.ceil(lookUp.calls / PER_SECOND / 60) : null
      const cost = minutes === null ? '' : ` Checking takes about ${minutes} min.`
      return `The users weren’t checked in ${label}. Users that don’t exist will fail.${cost}`
    }
  }
}

const ConfirmDialog = lazyPart(() => import('#components/patterns/form/confirm-dialog.tsx'), 'ConfirmDialog')

/** The dry run: what would be sent, what would not, and why. */
export function CheckStep({ file, environment }: { file: FileFacts; environment: Environment }) {
  const { session, state } = useImportSession()
  const [isAsking, setAsking] = useState(false)
  const { summary, settings, lookUp } = state
  const source = providerName(settings.provider)
  const count = summary ? summary.total - summary.errors : 0
  const side = (
    <>
      <FileCard file={file} />
      <ChoicesCard />
      <LookUpCard lookUp={lookUp} label={environment.label} />
      <SendingCard />
      <Notice kind="info">
        <p>{source}: works only for connections made with your own OAuth application, set up for this source.</p>
      </Notice>
    </>
  )
  return (
    <>
      <Columns side={side}>
        {summary ? <CheckTable file={file} summary={summary} environment={environment.id} /> : <CheckingCard />}
      </Columns>
      <Footer
        text={
          <p aria-live="polite">
            {summary ? `${countOf(count, 'row')} will be sent.` : 'Checking the rows.'}{' '}
            {summary && summary.errors > 0 && (
              <span className="font-heading text-ink">
                {countOf(summary.errors, 'row with an error is', 'rows with errors are')} left out.
              </span>
            )}
          </p>
        }
      >
        <Button onPress={() => session.backToColumns()}>Back</Button>
        <Button
          look="primary"
          isDisabled={count === 0}
          onPress={() => (environment.kind === 'production' ? setAsking(true) : void session.start())}
        >
          Import {countOf(count, 'connection')}
        </Button>
      </Footer>
      {isAsking && (
        <ConfirmDialog
          title={`Import ${countOf(count, 'connection')} into ${environment.label}?`}
          word={environment.id}
          confirm={`Import ${countOf(count, 'connection')}`}
          keep="Do not import"
          edge={<div data-env={environment.kind} className="env-line h-1" />}
          mark={<EnvironmentMark kind={environment.kind} className="size-10" />}
          onConfirm={() => {
            setAsking(false)
            void session.start()
          }}
          onClose={() => setAsking(false)}
        >
          <p className="mb-2 font-heading text-ink">{replaceText(summary?.replaces ?? null, source)}</p>
          {source} will start sending these users’ data. You can’t undo this for all of them at once; remove each
          connection on the user’s page.
        </ConfirmDialog>
      )}
    </>
  )
}

function replaceText(replaces: number | null, source: string): string {
  if (replaces === null)
    return `We don’t know how many of these users have ${source} already. The import replaces the tokens of those who do.`
  if (replaces === 0) return `None of these users has ${source} yet, so no tokens are replaced.`
  return `Replaces the tokens of ${countOf(replaces, 'user')} who already ${replaces === 1 ? 'has' : 'have'} ${source}.`
}

function CheckingCard() {
  return (
    <Card className="min-h-0 flex-1">
      <div role="status" className="flex flex-col gap-3 p-4">
        <span className="sr-only">Checking the rows</span>
        {[...Array(8).keys()].map((line) => (
          <Skeleton key={line} className="after-300ms h-4 w-full" />
        ))}
      </div>
    </Card>
  )
}

/** Asks how to treat ambiguous rows, only when the file has some. */
function ChoicesCard() {
  const { session, state } = useImportSession()
  const { expired = 0, duplicate = 0 } = state.summary?.by_code ?? {}
  if (expired === 0 && duplicate === 0) return null
  return (
    <Card title="Choices">
      <div className="flex flex-col gap-3 px-4 py-3">
        {expired > 0 && (
          <SelectField
            label={`${countOf(expired, 'row')} with an expired access token`}
            value={state.settings.expired}
            onChange={(value) => void session.configure({ expired: value === 'send' ? 'send' : 'leave_out' })}
          >
            <option value="send">Import, try the refresh token</option>
            <option value="leave_out">Skip</option>
          </SelectField>
        )}
        {duplicate > 0 && (
          <SelectField
            label={countOf(duplicate, 'duplicate user')}
            value={state.settings.duplicates}
            onChange={(value) => void session.configure({ duplicates: value === 'first' ? 'first' : 'last' })}
            hint="A user has one connection per source, so only one row per user is used."
          >
            <option value="first">Use each user’s first row</option>
            <option value="last">Use each user’s last row</option>
          </SelectField>
        )}
      </div>
    </Card>
  )
}

function SendingCard() {
  const { session, state } = useImportSession()
  return (
    <Card title="Sending">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <Check checked={state.waitForResults} onChange={(waitForResults) => session.chooseOptions({ waitForResults })}>
          Wait up to 20 seconds per batch
        </Check>
        <Select
          label="Rows per batch"
          value={state.batchSize}
          options={BATCH_SIZES.map((value) => ({ value, text: `${formatCount(value)} a batch` }))}
          onChange={(batchSize) => session.chooseOptions({ batchSize })}
        />
      </div>
    </Card>
  )
}

/** Two lines where it is narrow, one from 720 px on. */
const LAYOUT =
  "[--row-columns:52px_minmax(0,1fr)_auto] [--row-areas:'number_user_expires''number_account_token''check_check_check'] @min-[720px]/list:[--row-columns:44px_132px_minmax(92px,0.7fr)_66px_60px_44px_minmax(190px,2fr)] @min-[720px]/list:[--row-areas:'number_user_account_token_expires_scopes_check']"

const EMPTY: Readonly<Record<RowFilter, string>> = {
  all: 'The file has no rows.',
  ready: 'No rows are ready without a warning.',
  error: 'No rows have errors.',
  warning: 'No rows have warnings.',
}

function CheckTable({ file, summary, environment }: { file: FileFacts; summary: CheckSummary; environment: string }) {
  const { session, state } = useImportSession()
  const [filter, setFilter] = useState<RowFilter>('all')
  const [text, setText] = useState('')
  const { total, ready, errors, warnings } = summary
  const segments = [
    { value: 'all', label: 'All', count: total },
    { value: 'ready', label: 'Ready', count: ready, icon: CheckIcon, tone: 'ok' },
    { value: 'error', label: 'Errors', count: errors, icon: CircleX, tone: 'bad' },
    { value: 'warning', label: 'Warnings', count: warnings, icon: TriangleAlert, tone: 'warn' },
  ] as const
  const version = `${state.version} ${filter} ${text}`
  const whole = segments.find(({ value }) => value === filter)?.count ?? 0
  const { data: found, isFetching } = useQuery({
    queryKey: ['import rows', version],
    queryFn: () => session.engine.countFound(filter, text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    // The file is here: nothing goes over the network, and nothing of it is kept.
    networkMode: 'always',
    gcTime: 0,
  })
  const count = text === '' ? whole : (found ?? 0)
  const download = async () =>
    saveFile(fileName('bulk-import-problems', environment), await session.engine.problemFile())
  return (
    <Card className="min-h-0 flex-1 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <CountedSegments label="Show rows" segments={segments} value={filter} onChange={setFilter} />
        <SearchBox label="Row, user, account or problem" value={text} onSearch={setText} isBusy={isFetching} />
        <p role="status" className="mr-auto text-ink-3">
          {text !== '' && found !== undefined && `${formatCount(found)} found`}
        </p>
        <Button icon={Download} onPress={() => void download()} isDisabled={errors + warnings === 0}>
          Download problem rows
        </Button>
      </div>
      <FileRowTable
        key={`${filter} ${text}`}
        label="Rows in the file"
        version={version}
        count={count}
        columns={[numberColumn(file.unit), USER_COLUMN, ...CHECK_COLUMNS]}
        layout={LAYOUT}
        load={(from, count) => session.engine.showFiltered(filter, from, count, text)}
        empty={<p className="p-6 text-center text-ink-2">{whole === 0 ? EMPTY[filter] : 'No rows match.'}</p>}
      />
    </Card>
  )
}
