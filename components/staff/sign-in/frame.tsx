import type { ReactNode } from 'react'
import type { EnvironmentKind } from '#components/patterns/page/environment-kinds.ts'
import { Announcer } from '#components/ui/dialog/announcer.tsx'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { TubeLogo } from '#components/ui/display/tube.tsx'
import { TubeWall } from './tube-wall.tsx'

interface SignInFrameProps {
  /** Colours the page like the rail of the environment that is entered. */
  kind: EnvironmentKind
  children: ReactNode
}

/** Everything that happens before the console opens: words on one side, the rack on the other. */
export function SignInFrame({ kind, children }: SignInFrameProps) {
  return (
    <div
      data-env={kind}
      className="min-h-dvh bg-surface pt-1 wide:grid wide:grid-cols-[minmax(0,1.06fr)_minmax(0,1fr)]"
    >
      <div aria-hidden="true" className="env-line fixed inset-x-0 top-0 z-40 h-1" />
      <main className="flex min-h-[calc(100dvh-4px)] flex-col px-5 py-6 rail:px-16 rail:py-9 wide:px-28">
        <p className="flex items-center gap-2.5 text-lg font-heading">
          <TubeLogo className="h-6 text-accent" />
          Vialdesk
        </p>
        <div className="my-auto w-full max-w-[400px] py-10">{children}</div>
        <p className="text-xs text-ink-3">API keys stay on the server. They never reach this browser.</p>
      </main>
      <div className="relative hidden overflow-hidden bg-rail wide:block">
        <TubeWall />
      </div>
      <Announcer />
      <ToastHost />
    </div>
  )
}
