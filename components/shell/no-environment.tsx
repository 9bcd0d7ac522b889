import { ENVIRONMENT_LABELS, EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { FIRST_SECTION, pathOf } from '#components/shell/nav.ts'
import { Tube } from '#components/ui/display/tube.tsx'
import { loadEnvironments } from './environments.ts'

/** An address outside every environment: says so and leads into those that exist. */
export async function NoEnvironment() {
  const environments = await loadEnvironments().catch(() => [])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-[440px] rounded-pop border border-line-2 bg-surface p-6 shadow-2">
        <Tube level={0} className="h-9 text-ink-3" />
        <h1 className="mt-4 text-xl">Environment not found</h1>
        <p className="mt-1 text-base text-ink-2">
          The address starts with an environment that doesn’t exist or that you can’t open. You can open these. If you
          need another one, ask your administrator.
        </p>
        <ul className="mt-4 flex flex-col gap-2">
          {environments.map((environment) => (
            <li key={environment.id}>
              {/* A plain link: next/link would be loaded with every page, which carries this one. */}
              <a
                href={pathOf(environment.id, FIRST_SECTION)}
                className="flex items-center gap-3 rounded-card border border-line p-2.5 hover:bg-hover"
              >
                <EnvironmentMark kind={environment.kind} />
                <span>
                  <span className="block font-heading">{environment.label}</span>
                  <span className="block text-xs text-ink-2">{ENVIRONMENT_LABELS[environment.kind].long}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
