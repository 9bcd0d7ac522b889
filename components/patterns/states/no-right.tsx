import { LockKeyhole } from 'lucide-react'

interface NoRightProps {
  /** Content withheld: "Users", "the audit log". */
  subject: string
  /** Why, and whom to ask, as the console said it. */
  detail: string
}

/** Grey, not red: nothing is broken, and there is a way on. */
export function NoRight({ subject, detail }: NoRightProps) {
  return (
    <section className="m-4 max-w-[560px] rounded-card border border-line bg-surface p-4 shadow-1 rail:m-6">
      <div className="flex gap-3">
        <LockKeyhole aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-3" strokeWidth={1.8} />
        <div className="min-w-0">
          <h2 className="text-base">You don’t have access to {subject}</h2>
          <p className="mt-0.5 text-ink-2">{detail}</p>
        </div>
      </div>
    </section>
  )
}
