import { Hourglass } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import type { ResetRequest, StaffMember } from '#lib/domains/staff/staff.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { DAY } from '#lib/utils/time/durations.ts'

/** Returns a request for a reset that still waits; after a day it is over. */
export function openRequest({ reset_request }: StaffMember): ResetRequest | null {
  return reset_request && Date.parse(reset_request.at) > clockNow() - DAY ? reset_request : null
}

const ASKED = { reset: 'a reset', removal: 'removal', email: 'a new email address' } as const

/** "resetting Cy’s access" */
export function aboutOf({ purpose }: ResetRequest, name: string): string {
  if (purpose === 'removal') return `removing ${name}`
  return purpose === 'email' ? `changing ${name}’s email` : `resetting ${name}’s access`
}

interface ResetRequestLineProps {
  request: ResetRequest
  /** Null for the viewer. */
  asker: string | null
  mayConsent: boolean
  mayDecline: boolean
  name: string
  onAct: (action: 'consent' | 'decline') => void
}

/** Below a person: a reset that waits for another administrator, and what can be done about it. */
export function ResetRequestLine({ request, asker, mayConsent, mayDecline, name, onAct }: ResetRequestLineProps) {
  return (
    <span data-tone="wait" className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <span className="flex items-center gap-1.5 text-tone-fg">
        <Icon of={Hourglass} />
        {asker
          ? `${asker} requested ${ASKED[request.purpose]}`
          : `You requested ${ASKED[request.purpose]}. Waiting for another administrator`}
        {request.email && ` (${request.email})`}
      </span>
      <TimeStamp value={request.at} />
      {mayConsent && (
        <Button onPress={() => onAct('consent')} aria-label={`Approve ${aboutOf(request, name)}`}>
          Approve
        </Button>
      )}
      {mayDecline && (
        <Button
          onPress={() => onAct('decline')}
          aria-label={`${asker ? 'Decline' : 'Withdraw'} ${aboutOf(request, name)}`}
        >
          {asker ? 'Decline' : 'Withdraw'}
        </Button>
      )}
    </span>
  )
}
