'use client'
import { LockKeyhole } from 'lucide-react'
import Link from 'next/link'
import { linkButton } from '#components/ui/button/link-button.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { DisconnectButton } from './disconnect-button.tsx'
import { ReconnectButton } from './reconnect-button.tsx'

/** Why the viewer may not do something, and whom to ask; null where they may. */
export interface Denials {
  link: string | null
  disconnect: string | null
}

interface SourceActionsProps {
  environment: string
  user_id: string
  connection: Connection
  denials: Denials
  isDisconnecting: boolean
  onDisconnect: () => void
}

/** Shows the actions for a source, by its kind and the viewer's role. */
export function SourceActions(props: SourceActionsProps) {
  const { environment, user_id, connection, denials, isDisconnecting, onDisconnect } = props
  const kind = providerKind(connection.slug)
  const onDevice = kind === 'on_device'
  const signsIn = !onDevice && kind !== 'manual'
  const denied = [(signsIn || onDevice) && denials.link, !onDevice && denials.disconnect].filter(
    (why) => typeof why === 'string',
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2 print:hidden">
        {signsIn && !denials.link && (
          <ReconnectButton
            key={connection.slug}
            environment={environment}
            user_id={user_id}
            connection={connection}
            isUrgent={isBroken(connectionState(connection))}
          />
        )}
        {onDevice && !denials.link && (
          <Link href={`/${environment}/users/${user_id}/access`} className={linkButton}>
            Make a link code
          </Link>
        )}
        {!onDevice && !denials.disconnect && (
          <DisconnectButton connection={connection} isPending={isDisconnecting} onDisconnect={onDisconnect} />
        )}
      </div>
      {denied.map((why) => (
        <p key={why} className="flex max-w-[320px] items-start gap-1.5 text-xs text-ink-3">
          <LockKeyhole aria-hidden="true" className="mt-px size-3.5 shrink-0" strokeWidth={1.8} />
          <span>{why}</span>
        </p>
      ))}
    </div>
  )
}
