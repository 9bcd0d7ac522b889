'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleCheck, CircleQuestionMark, CircleX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { ENVIRONMENT_LABELS, EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { Pill, Tag } from '#components/ui/display/pill.tsx'
import { Select } from '#components/ui/field/select.tsx'
import {
  checkOperations,
  type Environment,
  OPERATIONS,
  type Operation,
  offers,
} from '#lib/domains/environments/environment.ts'
import {
  changeSandboxPace,
  getSandboxPace,
  SANDBOX_PACES,
  type SandboxPace,
} from '#lib/domains/environments/sandbox-pace.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { type Readiness, readinessQuery } from '#lib/kernel/client/readiness.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'

export function EnvironmentsView({ environments, current }: { environments: readonly Environment[]; current: string }) {
  const isDemo = environments.some(({ id, kind }) => id === current && kind === 'demo')
  // The demo runs in this browser: it has no server whose health could be asked for.
  const { data, isError } = useQuery({ ...readinessQuery, enabled: !isDemo })
  return (
    <div className="flex max-w-[760px] flex-col gap-4 p-4 rail:p-6">
      <SectionCard
        title="Environments"
        summary={
          isDemo ? (
            'The demo runs in this browser. It has no API key, and nothing is sent.'
          ) : (
            <span id="connect" tabIndex={-1} className={LANDING}>
              Environments you can open. To connect a service, add its address and API key to the server’s configuration
              and restart it. Each environment has its own key, which stays on the server.
            </span>
          )
        }
      >
        <ul className="-my-3 divide-y divide-line">
          {environments.map(({ id, label, kind, operations }) => (
            <li
              key={id}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 py-3 max-rail:grid-cols-[auto_minmax(0,1fr)] max-rail:[&>:nth-child(n+3)]:col-start-2 max-rail:[&>:nth-child(3)]:justify-self-start"
            >
              <EnvironmentMark kind={kind} />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-heading">{label}</span>
                  <code translate="no" className="font-mono text-xs text-ink-3">
                    {id}
                  </code>
                  {id === current && <Tag>Current</Tag>}
                </p>
                <p className="text-xs text-ink-2">{ENVIRONMENT_LABELS[kind].long}</p>
              </div>
              {!isDemo && <Health id={id} readiness={data} failed={isError} />}
              {!isDemo && <WebhookAddress environment={id} />}
              {offers({ operations }, 'manage_teams') ? (
                <Simulation environment={id} />
              ) : (
                <Missing environment={id} operations={operations} />
              )}
            </li>
          ))}
        </ul>
      </SectionCard>
      {!isDemo && (
        <p className="px-1 text-ink-3">
          Database of this console: <Health id="database" readiness={data} failed={isError} bare />
        </p>
      )}
    </div>
  )
}

/** Shows the focus of a person whom a link has brought to this place. */
const LANDING = 'scroll-mt-20 rounded-tag outline-offset-4 outline-focus target:outline-2 focus:outline-2'

/** Shows the address for the service's events; the server's configuration decides whether they're accepted. */
function WebhookAddress({ environment }: { environment: string }) {
  const path = `${WEBHOOK_PREFIX}/${environment}`
  const { copied, copy } = useCopy(() => `${window.location.origin}${path}`, 'Webhook address')
  return (
    <p
      id={`webhooks-${environment}`}
      tabIndex={-1}
      className={clsx('col-span-2 col-start-2 flex flex-wrap items-center gap-x-2 text-xs text-ink-2', LANDING)}
    >
      Webhook address{' '}
      <code translate="no" className="font-mono break-all">
        {path}
      </code>
      <Button look="ghost" aria-label={`Copy webhook address of ${environment}`} onPress={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </p>
  )
}

const PACE_WORDS: Readonly<Record<SandboxPace, string>> = {
  off: 'Off',
  real: 'Real time',
  tenfold: '10 times faster',
  sixtyfold: '60 times faster',
}
const PACE_OPTIONS = SANDBOX_PACES.map((pace) => ({ value: pace, text: PACE_WORDS[pace] }))

/** Lets orders of a sandbox advance and its sources send data by themselves, for training and demos. */
function Simulation({ environment }: { environment: string }) {
  const mayChange = useMay(changeSandboxPace.permission)
  const client = useQueryClient()
  const { queryKey } = consoleQuery(getSandboxPace, { params: { environment } }, {})
  const { data, failure } = useConsole(getSandboxPace, { params: { environment } }, null)
  const change = useMutation({
    mutationFn: (pace: SandboxPace) =>
      consoleRequest(changeSandboxPace, { params: { environment }, body: { pace, version: data?.version ?? 0 } }, {}),
    onSuccess: (kept) => client.setQueryData(queryKey, kept),
    onError: () => client.invalidateQueries({ queryKey }),
  })
  const pace = change.isPending ? change.variables : data?.pace
  return (
    <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
      <span>Simulation</span>
      {pace && mayChange && (
        <Select
          label={`Simulation of ${environment}`}
          value={pace}
          options={PACE_OPTIONS}
          onChange={(next) => change.mutate(next)}
        />
      )}
      {pace && !mayChange && <span className="text-ink">{PACE_WORDS[pace]}</span>}
      <span role="status">
        {change.error?.message ??
          failure?.detail ??
          `Orders advance and sources send data ${pace === 'off' ? 'only on request' : 'by themselves'}.`}
      </span>
    </div>
  )
}

const OPERATION_WORDS: Readonly<Record<Operation, string | null>> = {
  create_user: 'create users',
  delete_user: 'delete and restore users',
  list_bulk_ops: 'list bulk operations',
  get_workout_stream: 'read workouts',
  get_historical_pulls: 'show past data of sources',
  // The console does these with the embedded service alone.
  list_deleted_users: null,
  manage_teams: null,
}

interface MissingProps {
  environment: string
  operations: readonly Operation[] | undefined
}

/** Says which operations aren't offered for a remote service, which may lack them. */
function Missing({ environment, operations: known }: MissingProps) {
  const mayCheck = useMay(checkOperations.permission)
  const check = useMutation({
    mutationFn: () => consoleRequest(checkOperations, { params: { environment } }, {}),
    onSuccess: () => router.refresh(),
  })
  const router = useRouter()
  const operations = check.data?.operations ?? known
  const missing = OPERATIONS.flatMap((each) => (operations?.includes(each) ? [] : (OPERATION_WORDS[each] ?? [])))
  const found = missing.length === 0 ? 'Everything this console can use.' : `Can’t ${missing.join(', ')}.`
  return (
    <p role="status" className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
      <span>
        {operations ? `Operations: ${found}` : 'Operations not checked yet. Those that some services lack are hidden.'}
      </span>
      {check.error && <span className="text-bad">{check.error.message}</span>}
      {mayCheck && (
        <Button
          look="ghost"
          aria-label={`Check operations of ${environment}`}
          isDisabled={check.isPending}
          onPress={() => check.mutate()}
        >
          Check again
        </Button>
      )}
    </p>
  )
}

interface HealthProps {
  id: string
  readiness: Readiness | undefined
  failed: boolean
  bare?: boolean
}

function Health({ id, readiness, failed, bare = false }: HealthProps) {
  // The embedded service is a part of this console: it is well when the database is.
  const state = readiness?.checks[id] ?? readiness?.checks.database
  if (state === 'ok' && !failed) {
    return <Pill tone="ok" icon={CircleCheck} label="Online" bare={bare} />
  }
  if (state === 'failing' && !failed) {
    return <Pill tone="bad" icon={CircleX} label="Not responding" bare={bare} />
  }
  return <Pill tone="place" icon={CircleQuestionMark} label={failed ? 'Unknown' : 'Checking'} bare={bare} />
}
