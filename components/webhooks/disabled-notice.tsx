'use client'
import { useQuery } from '@tanstack/react-query'
import { OctagonPause } from 'lucide-react'
import Link from 'next/link'
import { useMay } from '#components/patterns/page/role.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

/** On the overview of whoever may do something about it: endpoints that get no events. Nothing where all do. */
export function DisabledEndpoints({ environment }: { environment: string }) {
  const isMine = useMay(listWebhookEndpoints.permission)
  const { data } = useQuery({
    ...consoleQuery(listWebhookEndpoints, { params: { environment } }, {}),
    enabled: isMine,
    refetchInterval: MINUTE,
  })
  const disabled = data?.endpoints?.filter((endpoint) => endpoint.disabled !== null) ?? []
  if (disabled.length === 0) return null
  const names = disabled.map(({ name }) => name).join(', ')
  return (
    <Notice
      kind="bad"
      icon={OctagonPause}
      title={
        disabled.length === 1 ? 'A webhook endpoint is disabled' : `${disabled.length} webhook endpoints are disabled`
      }
    >
      <p className="break-words">
        {names}. New events aren’t sent there.{' '}
        <Link href={`/${environment}/settings/webhooks`} prefetch={false} className="font-control text-link">
          View endpoints
        </Link>
      </p>
    </Notice>
  )
}
