import { ENVIRONMENT_WORDS } from '#components/patterns/page/environment-kinds.ts'
import { EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { ENVIRONMENT_DENIAL } from '#lib/domains/staff/denial.ts'

interface NotThereProps {
  refused: Environment
  /** Those this person may enter. */
  open: readonly Environment[]
}

/** Signed in, but not for the environment that was chosen. */
export function NotThere({ refused, open }: NotThereProps) {
  return (
    <section role="alert">
      <h1 className="text-2xl">{refused.label} is not open to you</h1>
      <p className="mt-1.5 text-base text-ink-2">You are signed in. {ENVIRONMENT_DENIAL}</p>
      <ul className="mt-6 flex flex-col gap-2">
        {open.map(({ id, label, kind }) => (
          <li key={id}>
            <a
              href={`/${id}`}
              className="flex items-center gap-3 rounded-card border border-line-2 p-2.5 hover:bg-hover"
            >
              <EnvironmentMark kind={kind} />
              <span>
                <span className="block font-heading">Go to {label}</span>
                <span className="block text-xs text-ink-2">{ENVIRONMENT_WORDS[kind].long}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
