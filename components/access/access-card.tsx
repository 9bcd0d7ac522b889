import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import type { FormHandle } from '#components/patterns/form/use-api-form.ts'
import type { AllowSecret } from '#components/patterns/secret/secret-field.tsx'

interface AccessCardProps {
  api: FormHandle
  icon: LucideIcon
  title: string
  summary: string
  foot: ReactNode
  action: ReactNode
  children: ReactNode
}

/** One way to let a person in: a form of its own, with its result in its middle and its button at its foot. */
export function AccessCard({ api, icon: Icon, title, summary, foot, action, children }: AccessCardProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-surface shadow-1">
      <ApiForm api={api} className="flex h-full flex-col">
        <header className="flex gap-3 px-4 pt-4 pb-3.5">
          <span className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-ink">
            <Icon className="size-[17px]" />
          </span>
          <div className="min-w-0">
            <h2 className="text-base">{title}</h2>
            <p className="text-ink-3">{summary}</p>
          </div>
        </header>
        <div className="flex flex-1 flex-col gap-4 px-4 pb-4">
          <FormSummary api={api} />
          {children}
          <FormProblem api={api} />
        </div>
        <footer className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-xs text-ink-3 print:hidden">
          <p className="min-w-0 flex-1 basis-48">{foot}</p>
          {action}
        </footer>
      </ApiForm>
    </section>
  )
}

/** The user that the cards act for, and the check that runs before a secret is shown. */
export interface AccessCardContext {
  environment: string
  user_id: string
  allow: AllowSecret
}
