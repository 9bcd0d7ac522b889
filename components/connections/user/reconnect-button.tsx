'use client'
import { Link2 } from 'lucide-react'
import { Heading } from 'react-aria-components'
import { ClearedText } from '#components/patterns/secret/cleared-note.tsx'
import { LinkSecret } from '#components/patterns/secret/link-secret.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { useSecretReport } from '#lib/domains/audit/report-secret.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { request } from '#lib/kernel/client/request.ts'

interface ReconnectButtonProps {
  environment: string
  user_id: string
  connection: Connection
  /** The one next step for this source. */
  isUrgent: boolean
}

interface MadeLink {
  link_token: string
  link_web_url: string
}

/** Makes a link straight to the sign-in of this source, and shows it like the Access page does. */
export function ReconnectButton({ environment, user_id, connection, isUrgent }: ReconnectButtonProps) {
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
      <PendingButton look={isUrgent ? 'primary' : 'outline'} isPending={isPending && !isOpen} onPress={start}>
        <Link2 aria-hidden="true" className="size-4" strokeWidth={1.8} />
        Create sign-in link
      </PendingButton>
      <Dialog isOpen={isOpen} onClose={clear} dismissable={false} className="max-w-[540px]">
        <div className="flex max-h-[80dvh] flex-col gap-4 overflow-y-auto p-5">
          <div>
            <Heading slot="title" className="text-lg">
              Sign-in link for {name}
            </Heading>
            <p className="mt-1 text-base text-ink-2">
              Send this link to the patient. They sign in to {name} again and choose what to share. Current connections
              stay until then.
            </p>
          </div>
          {kept && <LinkSecret {...kept.value} until={kept.until} allow={allow} />}
          {cleared_at !== null && <ClearedText noun="Link" at={cleared_at} />}
          {error && (
            <Notice kind="bad" alert>
              <p className="font-control">The link wasn’t created.</p>
              <p>{error.message}</p>
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
