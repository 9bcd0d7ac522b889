'use client'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { ReadOrEdit, useEditing } from '#components/patterns/form/read-or-edit.tsx'
import { TabBody } from '#components/patterns/page/section-card.tsx'
import { EmptyState, Withheld } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { ordersKeeping } from '#lib/domains/orders/patient.ts'
import { hasUnreadOrders, userOrdersQuery } from '#lib/domains/orders/queries.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { DemographicsFacts, DemographicsForm } from './demographics-form.tsx'
import type { InfoPath } from './demographics-terms.ts'
import { infoValues } from './demographics-values.ts'

interface DemographicsViewProps extends UserAddress {
  /** Why the viewer may not change them; null when they may. */
  denial: string | null
  failure: RequestFailure | null
  /** Page to open after saving; null to stay. */
  back?: string | null
}

export function DemographicsView({
  environment,
  user_id,
  denial,
  failure: initial,
  back = null,
}: DemographicsViewProps) {
  const address = { environment, user_id }
  const { info, failure, isFetching, refetch } = useUserInfo(address, initial)
  const [writesBlind, setWritesBlind] = useState(false)
  const isNone = failure?.status === 404
  const isClosed = failure?.status === 403

  if (info || isNone || writesBlind) {
    if (!denial) return <Editable address={address} info={info ?? null} back={back} />
    return (
      <TabBody>
        <div className="flex max-w-[1080px] flex-col gap-4">
          <Notice kind="info">{denial}</Notice>
          {info ? <DemographicsFacts values={infoValues(info)} /> : <NoneRecorded />}
        </div>
      </TabBody>
    )
  }
  if (failure && isClosed) {
    return <Closed detail={failure.detail} onWrite={denial ? null : () => setWritesBlind(true)} />
  }
  if (failure) {
    return (
      <ErrorPanel subject="The demographics" failure={failure} isRetrying={isFetching} onRetry={() => void refetch()} />
    )
  }
  return (
    <TabBody>
      <Skeleton className="after-300ms h-96 max-w-[860px]" />
    </TabBody>
  )
}

function NoneRecorded() {
  return (
    <EmptyState mark={<UserRound className="size-5" />} title="No demographics recorded">
      Lab tests require them. Anyone who may edit demographics can add them here.
    </EmptyState>
  )
}

/** Reading is a closed beta of the service, writing is not. */
function Closed({ detail, onWrite }: { detail: string; onWrite: (() => void) | null }) {
  return (
    <Withheld
      title="Demographics can’t be read here"
      said={detail}
      action={
        onWrite && (
          <Button onPress={onWrite} className="mt-3">
            Replace demographics
          </Button>
        )
      }
    >
      Reading them is in closed beta, and it isn’t enabled for your team. Ask your account contact to enable it. You can
      still save demographics: what you save replaces everything on record.
    </Withheld>
  )
}

/** Opens the form at once for people who came to add or correct something. */
function Editable({ address, info, back }: { address: UserAddress; info: UserInfo | null; back: string | null }) {
  const { isEditing, edit, stop } = useEditing()
  const [changed, setChanged] = useState<readonly InfoPath[]>([])
  const form = <DemographicsForm address={address} info={info} back={back} onDone={stop} onChanged={setChanged} />
  if (!info || back) return form
  const facts = (
    <>
      {changed.length > 0 && <KeptByOrders address={address} changed={changed} saved={info} />}
      <DemographicsFacts values={infoValues(info)} />
    </>
  )
  return <ReadOrEdit noun="demographics" isEditing={isEditing} onEdit={edit} facts={facts} form={form} />
}

interface KeptProps {
  address: UserAddress
  changed: readonly InfoPath[]
  saved: UserInfo
}

/** After a change: orders that were placed with the old values, which the service doesn't change with them. */
function KeptByOrders({ address: { environment, user_id }, changed, saved }: KeptProps) {
  const { data, error } = useQuery(userOrdersQuery(environment, user_id))
  if (error) {
    return (
      <Notice kind="warn">
        Orders didn’t load, so check whether an open one keeps the old values. {error.message}
      </Notice>
    )
  }
  const kept = data ? ordersKeeping(data.orders, changed, saved) : []
  const isPartial = data !== undefined && hasUnreadOrders(data)
  if (!data || (kept.length === 0 && !isPartial)) return null
  return (
    <Notice kind="warn">
      <div>
        {kept.length > 0 && (
          <p>
            <span className="font-heading">{countOf(kept.length, 'open order', 'open orders', isPartial)}</span>{' '}
            {kept.length === 1 && !isPartial ? 'keeps' : 'keep'} the old values. Tell the lab or the courier if they
            matter.
          </p>
        )}
        {isPartial && (
          <p>Only {countOf(data.orders.length, 'order')} could be checked. Others may keep the old values, too.</p>
        )}
        <ul className="list-disc pl-4">
          {kept.map(({ order, kept: nouns }) => (
            <li key={order.id}>
              <Link href={`/${environment}/orders/${order.id}`} prefetch={false} className="text-link">
                {order.lab_test.name}, order {shortId(order.id)}
              </Link>
              : old {nouns.join(', ')}
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  )
}
