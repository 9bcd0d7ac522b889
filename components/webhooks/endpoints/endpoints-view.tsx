'use client'
import { Plus, Webhook } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { EmptyState, NoRight } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { listWebhookEndpoints, type WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { FAILURE_LIMIT, MAX_ATTEMPTS } from '#lib/domains/webhooks/rules.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { type EndpointAct, EndpointCard } from './endpoint-card.tsx'

const EndpointDialog = lazyPart(() => import('./endpoint-dialog.tsx'), 'EndpointDialog')
const NewSecretDialog = lazyPart(() => import('./endpoint-questions.tsx'), 'NewSecretDialog')
const TestDialog = lazyPart(() => import('./test-dialog.tsx'), 'TestDialog')
const EnableDialog = lazyPart(() => import('./endpoint-questions.tsx'), 'EnableDialog')
const Question = lazyPart(() => import('./endpoint-questions.tsx'), 'EndpointQuestion')

type Open =
  | { what: 'nothing' | 'add' }
  | { what: EndpointAct; endpoint: WebhookEndpoint }
  | { what: 'secret'; endpoint: WebhookEndpoint; secret: string }

interface EndpointsViewProps {
  environment: string
  failure: RequestFailure | null
}

export function EndpointsView({ environment, failure: initial }: EndpointsViewProps) {
  const input = { params: { environment } }
  const { data, failure, isFetching, updatedAt, refetch } = useConsole(listWebhookEndpoints, input, initial)
  const [open, setOpen] = useState<Open>({ what: 'nothing' })
  const endpoints = data?.endpoints
  if (failure && !endpoints) {
    if (failure.status === 403) return <NoRight subject="webhooks" detail={failure.detail} />
    return <ErrorPanel subject="Webhook endpoints" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  if (endpoints === null) return <Remote />
  const close = () => setOpen({ what: 'nothing' })
  const showSecret = (endpoint: WebhookEndpoint, secret: string) => setOpen({ what: 'secret', endpoint, secret })
  return (
    <>
      {failure && <StaleBar updatedAt={updatedAt} onRetry={refetch} />}
      <div className="max-w-[1080px] p-4 rail:p-6">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <p className="max-w-[72ch] min-w-0 flex-1 basis-80 text-ink-2">
            The service sends each event to every enabled endpoint, signed with Standard Webhooks. It tries{' '}
            {MAX_ATTEMPTS} times over about 9 hours, and disables an endpoint after {FAILURE_LIMIT} failed attempts in a
            row.
          </p>
          <span className="flex flex-wrap items-center gap-3 rail:ml-auto">
            <Link href={`/${environment}/events/deliveries`} prefetch={false} className="font-control text-link">
              View deliveries
            </Link>
            <Button icon={Plus} look="primary" isDisabled={!endpoints} onPress={() => setOpen({ what: 'add' })}>
              Add endpoint
            </Button>
          </span>
        </div>
        {endpoints ? (
          <ul className="mt-5 flex flex-col gap-4">
            {endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <EndpointCard
                  environment={environment}
                  endpoint={endpoint}
                  onAct={(what) => setOpen({ what, endpoint })}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Skeleton className="after-300ms mt-5 h-40 w-full" />
        )}
      </div>
      {open.what === 'add' && (
        <EndpointDialog environment={environment} endpoint={null} onSecret={showSecret} onClose={close} />
      )}
      {open.what === 'change' && (
        <EndpointDialog environment={environment} endpoint={open.endpoint} onSecret={showSecret} onClose={close} />
      )}
      {open.what === 'secret' && <NewSecretDialog name={open.endpoint.name} secret={open.secret} onClose={close} />}
      {open.what === 'test' && <TestDialog environment={environment} endpoint={open.endpoint} onClose={close} />}
      {open.what === 'enable' && <EnableDialog environment={environment} endpoint={open.endpoint} onClose={close} />}
      {(open.what === 'rotate' || open.what === 'disable' || open.what === 'remove') && (
        <Question
          environment={environment}
          endpoint={open.endpoint}
          act={open.what}
          onSecret={showSecret}
          onClose={close}
        />
      )}
    </>
  )
}

function Remote() {
  return (
    <EmptyState mark={<Webhook className="size-5" />} title="Managed in the service">
      This environment is a remote service. Add its webhook endpoints there. Events it sends to this console appear on
      the Events page.
    </EmptyState>
  )
}
