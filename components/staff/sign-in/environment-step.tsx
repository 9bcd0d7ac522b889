import { ENVIRONMENT_LABELS } from '#components/patterns/page/environment-kinds.ts'
import { EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'

/** Signed in, and free to choose: which environments there are is told to nobody before. */
export function EnvironmentStep({ environments }: { environments: readonly Environment[] }) {
  return (
    <section aria-labelledby="choose-environment">
      <h1 id="choose-environment" className="text-2xl">
        Choose an environment
      </h1>
      <p className="mt-1.5 text-base text-ink-2">You’re signed in. You can switch at any time.</p>
      <ul className="mt-6 flex flex-col gap-2">
        {environments.map(({ id, label, kind }) => (
          <li key={id}>
            <a
              href={`/${id}`}
              className="flex items-center gap-3 rounded-card border border-line-2 p-2.5 hover:bg-hover"
            >
              <EnvironmentMark kind={kind} />
              <span>
                <span className="block font-heading">{label}</span>
                <span className="block text-xs text-ink-2">{ENVIRONMENT_LABELS[kind].long}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
