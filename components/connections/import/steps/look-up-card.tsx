'use client'
import { CloudOff, LoaderCircle, UserRoundSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LookUp } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { Progress } from './progress.tsx'
import { Card } from './step-layout.tsx'

/** Calls a second that the import allows itself once the first few hundred are made. */
const PER_SECOND = 4

/** A look at the service before anything is sent: who does not exist, and who has the source already. */
export function LookUpCard({ lookUp, label }: { lookUp: LookUp; label: string }) {
  const { session } = useImportSession()
  switch (lookUp.at) {
    case 'not_asked':
      return null
    case 'asking':
      return (
        <Box
          icon={<LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" strokeWidth={1.9} />}
          action={<Button onPress={() => session.skipLookUp()}>Skip</Button>}
        >
          <p>Asking {label} which of these users exist and who has the source already.</p>
          {lookUp.total > 0 && <Progress label="Users looked through" done={lookUp.done} total={lookUp.total} />}
        </Box>
      )
    case 'done': {
      const { connected, no_user } = lookUp.facts
      return (
        <Box icon={<UserRoundSearch aria-hidden="true" className="size-4" strokeWidth={1.9} />}>
          <p>
            {no_user === 0
              ? 'Every user exists'
              : `${countOf(no_user, 'row names', 'rows name')} a user who does not exist`}
            {connected === 0
              ? ', none has the source yet.'
              : `; ${countOf(connected, 'user has', 'users have')} the source already, and the import replaces those tokens.`}
          </p>
        </Box>
      )
    }
    case 'failed':
      return (
        <Box
          icon={<CloudOff aria-hidden="true" className="size-4" strokeWidth={1.9} />}
          action={<Button onPress={() => void session.lookUp(true)}>Try again</Button>}
        >
          <p>
            {label} could not be asked about the users: {lookUp.failure.detail}
          </p>
        </Box>
      )
    default:
      return (
        <Box
          icon={<UserRoundSearch aria-hidden="true" className="size-4" strokeWidth={1.9} />}
          action={<Button onPress={() => void session.lookUp(true)}>Ask now</Button>}
        >
          <p>
            {label} was not asked about the users. Users who do not exist come back as failed.
            {lookUp.at === 'costly' && ` Asking takes about ${Math.ceil(lookUp.calls / PER_SECOND / 60)} min.`}
          </p>
        </Box>
      )
  }
}

function Box({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <Card title="Users">
      <div role="status" className="flex items-start gap-2.5 px-4 py-3 text-ink-2">
        <span className="mt-0.5 shrink-0">{icon}</span>
        <div className="flex min-w-0 flex-1 flex-col gap-2">{children}</div>
        {action}
      </div>
    </Card>
  )
}
