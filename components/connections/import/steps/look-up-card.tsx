'use client'
import { CloudOff, LoaderCircle, type LucideIcon, UserRoundSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LookUp } from '#components/connections/import/session/session-state.ts'
import { PER_SECOND } from '#components/connections/import/session/throttle.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { Progress } from './progress.tsx'
import { Card } from './step-layout.tsx'

/** Before anything is sent: which users don't exist, and which have the source already. */
export function LookUpCard({ lookUp, label }: { lookUp: LookUp; label: string }) {
  const { session } = useImportSession()
  const retry = (text: string) => <Button onPress={() => void session.lookUp()}>{text}</Button>
  switch (lookUp.kind) {
    case 'not_started':
      return null
    case 'running':
      return (
        <UsersCard icon={LoaderCircle} action={<Button onPress={() => session.skipLookUp()}>Skip</Button>}>
          <p>Asking {label} which of these users exist and who has the source already.</p>
          {lookUp.total > 0 && <Progress label="Users looked through" done={lookUp.done} total={lookUp.total} />}
        </UsersCard>
      )
    case 'done': {
      const { connected, no_user } = lookUp.facts
      return (
        <UsersCard icon={UserRoundSearch}>
          <p>
            {no_user === 0
              ? 'Every user exists'
              : `${countOf(no_user, 'row names', 'rows name')} a user who does not exist`}
            {connected === 0
              ? ', none has the source yet.'
              : `; ${countOf(connected, 'user has', 'users have')} the source already, and the import replaces those tokens.`}
          </p>
        </UsersCard>
      )
    }
    case 'failed':
      return (
        <UsersCard icon={CloudOff} action={retry('Try again')}>
          <p>
            {label} could not be asked about the users: {lookUp.detail}
          </p>
        </UsersCard>
      )
    default:
      return (
        <UsersCard icon={UserRoundSearch} action={retry('Ask now')}>
          <p>
            {label} was not asked about the users. Users who do not exist come back as failed.
            {lookUp.kind === 'costly' && ` Asking takes about ${Math.ceil(lookUp.calls / PER_SECOND / 60)} min.`}
          </p>
        </UsersCard>
      )
  }
}

function UsersCard({ icon, action, children }: { icon: LucideIcon; action?: ReactNode; children: ReactNode }) {
  return (
    <Card title="Users">
      <div role="status" className="flex items-start gap-2.5 px-4 py-3 text-ink-2">
        <Icon of={icon} className={icon === LoaderCircle ? 'mt-0.5 motion-safe:animate-spin' : 'mt-0.5'} />
        <div className="flex min-w-0 flex-1 flex-col gap-2">{children}</div>
        {action}
      </div>
    </Card>
  )
}
