import { LockKeyhole } from 'lucide-react'
import { NoRight } from './empty-state.tsx'

interface RefusedProps {
  subject: string
  detail: string
  /** By the console, for this viewer; otherwise by the service, for their team. */
  denied: boolean
}

/** A list that isn't for the viewer, or not for their team. Loaded with the first refusal. */
export function Refused({ subject, detail, denied }: RefusedProps) {
  return denied ? <NoRight subject={subject} detail={detail} /> : <NotEnabled detail={detail} />
}

/** Grey, not red: nothing is broken. */
function NotEnabled({ detail }: { detail: string }) {
  return (
    <section className="m-4 max-w-[560px] rounded-card border border-line bg-surface p-4 shadow-1 rail:m-6">
      <div className="flex gap-3">
        <LockKeyhole className="mt-0.5 size-5 shrink-0 text-ink-3" />
        <div className="min-w-0">
          <h2 className="text-base">Not enabled for this team</h2>
          <p className="mt-0.5 text-ink-2">
            The service refuses this list. Ask your account contact at the service, or your administrator, to enable it.
          </p>
          <p translate="no" className="mt-2 font-mono text-xs break-words text-ink-3">
            detail: “{detail}”
          </p>
        </div>
      </div>
    </section>
  )
}
