import type { ReactNode } from 'react'
import type { EnvironmentKind } from '#components/patterns/page/environment-mark.tsx'
import { Announcer } from '#components/ui/dialog/announcer.tsx'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { TubeLogo } from '#components/ui/display/tube.tsx'

/** A rack of tubes, a few of them in use: decoration for the wide half of the page. */

const COLUMNS = 7
const ROWS = 6
const STEP_X = 100
const STEP_Y = 152

const COLORS = {
  red: 'oklch(0.66 0.18 25)',
  blue: 'oklch(0.71 0.11 245)',
  amber: 'oklch(0.79 0.13 85)',
  green: 'oklch(0.69 0.13 152)',
  violet: 'oklch(0.7 0.13 315)',
  gray: 'oklch(0.72 0.008 315)',
} as const

/** Column, row, colour, how full of ten. */
const IN_USE: ReadonlyMap<number, [color: keyof typeof COLORS, level: number]> = new Map([
  [4, ['red', 8]],
  [8, ['blue', 2]],
  [10, ['amber', 9]],
  [14, ['violet', 7]],
  [16, ['red', 1.5]],
  [19, ['gray', 5]],
  [22, ['amber', 7]],
  [23, ['green', 6]],
  [25, ['violet', 3]],
  [27, ['blue', 5]],
  [31, ['violet', 5.5]],
  [33, ['green', 3]],
])

const BARS = [0, 3, 5, 9, 11, 15, 17] as const
/** Heights of the others: any steady, uneven row of numbers. */
const idleLevel = (index: number) => 1 + ((index * 7 + (index % 5) * 3) % 9)

function TubeInRack({ index }: { index: number }) {
  const x = (index % COLUMNS) * STEP_X + 24
  const y = Math.floor(index / COLUMNS) * STEP_Y
  const used = IN_USE.get(index)
  const [color, level] = used ? [COLORS[used[0]], used[1]] : ['var(--rail-ink)', idleLevel(index)]
  const top = 104 - level * 8.2
  return (
    <g transform={`translate(${x} ${y})`} fill={color} stroke="none">
      <rect width="52" height="21" rx="5" opacity={used ? 1 : 0.14} />
      <path d="M8 21h36v79a18 18 0 0 1-36 0z" fill="var(--rail-ink)" opacity="0.06" />
      <path d={`M8 ${top}h36v${Math.max(0, 100 - top)}a18 18 0 0 1-36 0z`} opacity={used ? 0.62 : 0.09} />
      <path
        d="M8 21h36v79a18 18 0 0 1-36 0z"
        fill="none"
        stroke="var(--rail-ink)"
        strokeOpacity="0.14"
        strokeWidth="1.5"
      />
      {used && (
        <>
          <rect x="15" y="39" width="22" height="31" rx="3" fill="white" />
          {BARS.map((at, place) => (
            <rect key={at} x={17 + at} y="45" width={place % 3 === 0 ? 2 : 1} height="19" fill="oklch(0.25 0.03 315)" />
          ))}
        </>
      )}
    </g>
  )
}

function TubeWall() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COLUMNS * STEP_X} ${ROWS * STEP_Y - 16}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      {[...Array(COLUMNS * ROWS).keys()].map((index) => (
        <TubeInRack key={index} index={index} />
      ))}
    </svg>
  )
}

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
