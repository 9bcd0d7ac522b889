'use client'
import { CloudOff, LoaderCircle, UserRoundSearch } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import { BATCH_SIZES, type LookUp } from '#components/connections/import/session/session-state.ts'
import { PER_SECOND } from '#components/connections/import/session/throttle.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { CheckTable } from './check-table.tsx'
import { FileCard } from './file-drop.tsx'
import { Progress } from './progress.tsx'
import { Card, Columns, Footer } from './step-layout.tsx'

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
      const missing = `${countOf(no_user, 'row names', 'rows name')} a user that doesn’t exist`
      const renewed = `; ${countOf(connected, 'user has', 'users have')} the source already. The import replaces their tokens.`
      return `${no_user === 0 ? 'Every user exists' : missing}${connected === 0 ? ', and none has the source yet.' : renewed}`
    }
    default: {
      const minutes = lookUp.kind === 'costly' ? Math.ceil(lookUp.calls / PER_SECOND / 60) : null
      const cost = minutes === null ? '' : ` Checking takes about ${minutes} min.`
      return `The users weren’t checked in ${label}. Users that don’t exist will fail.${cost}`
    }
  }
}

const ConfirmDialog = lazy(() =>
  import('#components/ui/dialog/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
)

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
      <Columns side={side}>{summary ? <CheckTable file={file} summary={summary} /> : <CheckingCard />}</Columns>
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
        <Suspense fallback={null}>
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
        </Suspense>
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
