import { Link2, LockKeyhole, Unplug } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { ConfirmDialog } from '#components/patterns/form/confirm-dialog.tsx'
import { ClearedText, LinkSecret, type MadeLink } from '#components/patterns/secret/link-secret.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { useSecretReport } from '#lib/domains/audit/report-secret.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { connectionState } from '#lib/domains/connections/state.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { request } from '#lib/kernel/client/request.ts'

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

export function SourceActions(props: SourceActionsProps) {
  const { environment, user_id, connection, denials, isDisconnecting, onDisconnect } = props
  const kind = providerKind(connection.slug)
  const onDevice = kind === 'on_device'
  const signsIn = !onDevice && kind !== 'manual'
  const patient = <PatientLine environment={environment} order={{ user_id }} className="mb-1" />
  const denied = [(signsIn || onDevice) && denials.link, !onDevice && denials.disconnect].filter(
    (why) => typeof why === 'string',
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2 print:hidden">
        {signsIn && !denials.link && (
          <ReconnectButton
            key={connection.slug}
            patient={patient}
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
          <DisconnectButton
            patient={patient}
            connection={connection}
            isPending={isDisconnecting}
            onDisconnect={onDisconnect}
          />
        )}
      </div>
      {denied.map((why) => (
        <p key={why} className="flex max-w-[320px] items-start gap-1.5 text-xs text-ink-3">
          <LockKeyhole className="mt-px size-3.5 shrink-0" />
          <span>{why}</span>
        </p>
      ))}
    </div>
  )
}

interface DisconnectButtonProps {
  patient: ReactNode
  connection: Connection
  isPending: boolean
  onDisconnect: () => void
}

/** Asks for the source's name first: what is taken away here comes back only when the patient signs in again. */
function DisconnectButton({ patient, connection: { name }, isPending, onDisconnect }: DisconnectButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <PendingButton isPending={isPending} onPress={() => setAsking(true)}>
        <span data-tone="bad" className="inline-flex items-center gap-1.5 text-tone-fg">
          <Unplug />
          Disconnect
        </span>
      </PendingButton>
      {isAsking && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          word={name}
          confirm="Disconnect"
          keep="Keep it connected"
          onConfirm={() => {
            setAsking(false)
            onDisconnect()
          }}
          onClose={() => setAsking(false)}
        >
          {patient}
          No new data will arrive from {name}. Data already received stays. To reconnect, the patient has to sign in
          there again.
        </ConfirmDialog>
      )}
    </>
  )
}

interface ReconnectButtonProps {
  patient: ReactNode
  environment: string
  user_id: string
  connection: Connection
  isUrgent: boolean
}

/** Makes a link straight to the sign-in of this source, and shows it like the Access page does. */
function ReconnectButton({ patient, environment, user_id, connection, isUrgent }: ReconnectButtonProps) {
  const { name, slug: provider } = connection
  const allow = useSecretReport(environment, user_id)
  const { kept, isPending, error, cleared_at, make, clear } = useSecret<MadeLink>()
  const start = () =>
    void make(async (signal) => {
      const body = { user_id, provider }
      const { link_token, link_web_url } = await request(createLinkToken, { body }, { environment }, { signal })
      return { value: { link_token, link_web_url }, until: Date.now() + HOLD_MS }
    })
  const isOpen = kept !== null || error !== null || cleared_at !== null
  return (
    <>
      <PendingButton
        icon={Link2}
        look={isUrgent ? 'primary' : 'outline'}
        isPending={isPending && !isOpen}
        onPress={start}
      >
        Create sign-in link
      </PendingButton>
      <Dialog isOpen={isOpen} onClose={clear} dismissable={false} className="max-w-[540px]">
        <div className="flex max-h-[80dvh] flex-col gap-4 overflow-y-auto p-5">
          <div>
            <DialogTitle>Sign-in link for {name}</DialogTitle>
            {patient}
            <p className="mt-1 text-base text-ink-2">
              Send this link to the patient. They sign in to {name} again and choose what to share. Current connections
              stay until then.
            </p>
          </div>
          {kept && <LinkSecret {...kept.value} until={kept.until} allow={allow} />}
          {cleared_at !== null && <ClearedText noun="Link" at={cleared_at} />}
          {error && (
            <Notice kind="bad" alert title="The link wasn’t created.">
              {error.message}
            </Notice>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          {!kept && (
            <PendingButton isPending={isPending} onPress={start}>
              Try again
            </PendingButton>
          )}
          <Button look="primary" onPress={clear}>
            Done
          </Button>
        </div>
      </Dialog>
    </>
  )
}
