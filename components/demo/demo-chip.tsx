import { Clock, GraduationCap, Pause } from 'lucide-react'
import { clockTime } from '#components/demo/controls/demo-time.ts'
import { useShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { type Demo, useDemo, useDemoMinute } from '#lib/demo/use-demo.ts'
import { loadControls, toggleDrawer, useDrawerOpen } from './drawer.ts'

/** The demo's clock in the bar at the top, which opens and closes the controls. */
export function DemoChip() {
  const demo = useDemo()
  return demo && <ClockChip demo={demo} />
}

function ClockChip({ demo: { snapshot } }: { demo: Demo }) {
  const { clock } = snapshot
  const viewer = useWallClock()
  const minute = useDemoMinute(clock)
  const isOpen = useDrawerOpen()
  const [singleKeys] = useSingleKeys()
  useShortcuts([
    {
      strokes: ['d'],
      label: isOpen ? 'Close demo controls' : 'Open demo controls',
      words: 'demo scenario role clock reset simulate',
      group: 'Console',
      icon: GraduationCap,
      run: toggleDrawer,
    },
  ])
  const Icon = clock.running ? Clock : Pause
  return (
    <button
      type="button"
      data-demo-chip=""
      data-tone="wait"
      title="Demo controls"
      aria-expanded={isOpen}
      aria-keyshortcuts={singleKeys ? 'D' : undefined}
      onPointerEnter={() => void loadControls()}
      onFocus={() => void loadControls()}
      onClick={toggleDrawer}
      className="inline-flex h-[30px] shrink-0 items-center gap-1.5 rounded-control border border-tone-line bg-tone-soft px-2 text-sm font-control whitespace-nowrap text-tone-fg hover:border-tone-fg aria-expanded:border-tone-fg max-rail:size-10 max-rail:justify-center max-rail:px-0 print:hidden"
    >
      <Icon className="shrink-0" />
      <span className="max-rail:sr-only">
        {snapshot.loaded < 1 ? (
          <>Preparing sample data, {Math.floor(snapshot.loaded * 100)}%</>
        ) : (
          <>
            <span className="max-[1279px]:sr-only">Demo clock {clock.running ? 'running' : 'paused'} · </span>
            {clockTime(minute, viewer)}
          </>
        )}
      </span>
      <span className="sr-only">. Demo controls</span>
      {singleKeys && (
        <span aria-hidden="true" className="max-[1279px]:hidden">
          <Kbd>D</Kbd>
        </span>
      )}
    </button>
  )
}
