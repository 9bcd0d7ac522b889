'use client'
import { CloudOff, LoaderCircle, UserRoundSearch } from 'lucide-react'
import type { LookUp } from '#components/connections/import/session/session-state.ts'
import { PER_SECOND } from '#components/connections/import/session/throttle.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { Progress } from './progress.tsx'
import { Card } from './step-layout.tsx'

const ACTIONS = { skipped: 'Check now', costly: 'Check now', failed: 'Try again' } as const
const ICONS = {
  skipped: UserRoundSearch,
  costly: UserRoundSearch,
  failed: CloudOff,
  done: UserRoundSearch,
  running: LoaderCircle,
} as const

/** Before anything is sent: which users don't exist, and which have the source already. */
export function LookUpCard({ lookUp, label }: { lookUp: LookUp; label: string }) {
  const { session } = useImportSession()
  if (lookUp.kind === 'not_started') return null
  const isRunning = lookUp.kind === 'running'
  return (
    <Card title="Users">
      <div role="status" className="flex items-start gap-2.5 px-4 py-3 text-ink-2">
        <Icon of={ICONS[lookUp.kind]} className={isRunning ? 'mt-0.5 motion-safe:animate-spin' : 'mt-0.5'} />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <p>{lookUpText(lookUp, label)}</p>
          {isRunning && lookUp.total > 0 && <Progress label="Users checked" done={lookUp.done} total={lookUp.total} />}
        </div>
        {isRunning && <Button onPress={() => session.skipLookUp()}>Skip</Button>}
        {(lookUp.kind === 'failed' || lookUp.kind === 'skipped' || lookUp.kind === 'costly') && (
          <Button onPress={() => void session.lookUp()}>{ACTIONS[lookUp.kind]}</Button>
        )}
      </div>
    </Card>
  )
}

function lookUpText(lookUp: Exclude<LookUp, { kind: 'not_started' }>, label: string): string {
  switch (lookUp.kind) {
    case 'running':
      return `Checking in ${label} which of these users exist and who already has the source.`
    case 'failed':
      return `We couldn’t check the users in ${label}: ${lookUp.detail}`
    case 'done': {
      const { connected, no_user } = lookUp.facts
      const missing = `${countOf(no_user, 'row names', 'rows name')} a user that doesn’t exist`
      const renewed = `; ${countOf(connected, 'user has', 'users have')} the source already. The import replaces their tokens.`
      return `${no_user === 0 ? 'Every user exists' : missing}${connected === 0 ? ', and none has the source yet.' : renewed}`
    }
    default: {
      const minutes = lookUp.kind === 'costly' ? Math.ceil(lookUp.calls / PER_SECOND / 60) : null
      const cost = minutes === null ? '' : ` Checking takes about ${minutes} min.`
      return `The users weren’t checked in ${label}. Users that don’t exist will fail.${cost}`
    }
  }
}
