'use client'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { ConfirmDialog } from '#components/ui/dialog/confirm-dialog.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'

interface DisconnectButtonProps {
  connection: Connection
  isPending: boolean
  onDisconnect: () => void
}

/** Asks for the source's name first: what is taken away here comes back only when the patient signs in again. */
export function DisconnectButton({ connection: { name }, isPending, onDisconnect }: DisconnectButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <PendingButton isPending={isPending} onPress={() => setAsking(true)}>
        <span data-tone="bad" className="inline-flex items-center gap-1.5 text-tone-fg">
          <Unplug aria-hidden="true" className="size-4" strokeWidth={1.8} />
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
          No new data will arrive from {name}. Data already received stays. To reconnect, the patient has to sign in
          there again.
        </ConfirmDialog>
      )}
    </>
  )
}
