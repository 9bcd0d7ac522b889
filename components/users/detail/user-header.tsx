'use client'
import { Globe, Hash, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { PatientName } from '#components/ui/display/redact.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { InstantDay } from '#components/ui/display/time-stamp.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import type { DirectoryUser } from '#lib/domains/users/directory.ts'
import { type UserAddress, useFreshUser } from '#lib/domains/users/queries.ts'
import type { User } from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { originLabel } from './origin-labels.ts'

interface UserHeaderProps {
  address: UserAddress
  row: DirectoryUser | undefined
  info: UserInfo | undefined
}

/** The person's name where demographics hold one, and whatever else says which user this is. */
export function UserHeader({ address, row, info }: UserHeaderProps) {
  const { user_id } = address
  const name = info ? `${info.first_name} ${info.last_name}`.trim() : ''
  const reference = row?.user.client_user_id
  return (
    <div className="flex items-start gap-x-4 gap-y-2">
      <Tile name={name || reference || '?'} seed={user_id} className="size-11 rounded-card text-lg max-rail:size-10" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl break-words">
            {name ? <PatientName name={name} /> : (reference ?? `User ${shortId(user_id)}`)}
          </h1>
          {name && reference && (
            <Tag>
              <Hash aria-hidden="true" className="size-3" strokeWidth={2} />
              <span className="sr-only">Reference </span>
              {reference}
            </Tag>
          )}
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2">
          <CopyableId id={user_id} noun="User ID" full />
          {row && <Facts user={row.user} />}
        </div>
      </div>
      {row && <Seen address={address} seen_at={row.seen_at} />}
    </div>
  )
}

function Facts({ user }: { user: User }) {
  const { created_on, fallback_time_zone: zone } = user
  return (
    <>
      <span className="whitespace-nowrap">
        User since <InstantDay value={created_on} />
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Globe aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.8} />
        {zone ? (
          <span>
            <span className="sr-only">Fallback time zone </span>
            {zoneName(zone.id)} <span className="text-ink-3">({originLabel(user, zone.source_slug)})</span>
          </span>
        ) : (
          <span className="text-ink-3">No fallback time zone</span>
        )}
      </span>
    </>
  )
}

/** How old the row is, and the way to a newer one. */
function Seen({ address, seen_at }: { address: UserAddress; seen_at: string }) {
  const readFresh = useFreshUser(address)
  const [isReading, setReading] = useState(false)
  const age = useTimeAgo(parseInstant(seen_at))
  const refresh = async () => {
    if (isReading) return
    setReading(true)
    try {
      const problem = await readFresh()
      if (problem === null) announce('User refreshed.')
      else toast({ kind: 'failed', title: 'We couldn’t refresh the user.', text: problem })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'We couldn’t refresh the user.', text: error.message })
    } finally {
      setReading(false)
    }
  }
  return (
    <div className="flex shrink-0 items-center gap-2 print:hidden">
      <span className="text-xs text-ink-3 max-wide:sr-only">Updated {age}</span>
      <IconButton
        icon={RefreshCw}
        label="Reload user"
        onPress={() => void refresh()}
        plain
        {...(isReading && { iconClassName: 'motion-safe:animate-spin' })}
      />
    </div>
  )
}
