import { NoRight, Withheld } from './empty-state.tsx'

interface RefusedProps {
  subject: string
  detail: string
  /** By the console, for this viewer; otherwise by the service, for their team. */
  denied: boolean
}

/** A list that isn't for the viewer, or not for their team. Loaded with the first refusal. */
export function Refused({ subject, detail, denied }: RefusedProps) {
  if (denied) return <NoRight subject={subject} detail={detail} />
  return (
    <Withheld title="Not enabled for this team" said={detail}>
      The service refuses this list. Ask your account contact at the service, or your administrator, to enable it.
    </Withheld>
  )
}
