import { Ban, CircleCheck, Link2, type LucideIcon, Pencil, RotateCcwKey, Trash2 } from 'lucide-react'
import type { StaffMember } from '#lib/domains/staff/staff.ts'

export type StaffAction = 'change' | 'disable' | 'reset' | 'remove' | 'consent' | 'decline'

interface StaffActsProps {
  member: StaffMember
  isViewer: boolean
  onAct: (action: StaffAction) => void
}

export function StaffActs({ member: { name, status }, isViewer, onAct }: StaffActsProps) {
  return (
    <>
      <Act icon={Pencil} verb="Edit" name={name} onPress={() => onAct('change')} />
      <Act
        icon={status === 'invited' ? Link2 : RotateCcwKey}
        verb={status === 'invited' ? 'New link' : 'Reset access'}
        name={name}
        unavailable={
          (isViewer && 'Change your own password under Your account') || (status === 'disabled' && 'Enable first')
        }
        onPress={() => onAct('reset')}
      />
      <Act
        icon={status === 'disabled' ? CircleCheck : Ban}
        verb={status === 'disabled' ? 'Enable' : 'Disable'}
        name={name}
        unavailable={isViewer && 'You can’t disable yourself'}
        onPress={() => onAct('disable')}
      />
      <Act
        icon={Trash2}
        verb="Remove"
        name={name}
        unavailable={isViewer && 'You can’t remove yourself'}
        onPress={() => onAct('remove')}
      />
    </>
  )
}

interface ActProps {
  icon: LucideIcon
  verb: string
  name: string
  /** Why not. */
  unavailable?: string | false
  onPress: () => void
}

function Act({ icon: Icon, verb, name, unavailable = false, onPress }: ActProps) {
  return (
    <button
      type="button"
      title={unavailable || undefined}
      aria-label={`${verb}: ${name}`}
      disabled={unavailable !== false}
      onClick={onPress}
      className="inline-flex h-[30px] items-center justify-center gap-1.5 rounded-control border border-line-2 bg-surface px-2 text-sm font-control whitespace-nowrap text-ink shadow-1 hover:bg-hover disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none max-rail:h-11 max-rail:px-3"
    >
      <Icon />
      {verb}
    </button>
  )
}
