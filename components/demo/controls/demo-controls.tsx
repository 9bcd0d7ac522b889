/** The demo's controls, beside the page they change. Loaded when they are first opened. */
import { GraduationCap, RotateCcw, Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Heading } from 'react-aria-components'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { useNarrow } from '#components/ui/display/use-narrow.ts'
import { type Demo, useDemo } from '#lib/demo/use-demo.ts'
import { ROLE_LABELS, ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { ClockCard } from './clock-card.tsx'
import { FailureOf, Group, Spinner } from './control-group.tsx'
import { ScenarioFields } from './scenario-fields.tsx'
import { useCommand, useSetting } from './use-command.ts'

export interface DemoControlsProps {
  environment: string
  tours?: ReactNode
  /** Next events for the order on this page. */
  order?: ReactNode
  onClose: () => void
}

const TITLE = 'Demo controls'

export function DemoControls(props: DemoControlsProps) {
  const demo = useDemo()
  const isPhone = useNarrow()
  if (!demo) return null
  return isPhone ? <Sheet {...props} demo={demo} /> : <Drawer {...props} demo={demo} />
}

type PartProps = DemoControlsProps & { demo: Demo }

/** Pushes the page where there is room for both (app/globals.css), and lies over its edge where there is not. */
function Drawer(props: PartProps) {
  const panel = useRef<HTMLElement>(null)
  const close = useEffectEvent(props.onClose)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    // Ahead of every other listener: the preview of a list and tooltips would close with it.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !(event.target instanceof Element)) return
      if (!event.target.closest('[data-demo-controls], [data-demo-chip]')) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={TITLE}
      data-demo-controls=""
      className="fixed top-[50px] right-0 bottom-0 z-20 flex w-96 flex-col border-l-2 border-accent bg-canvas outline-none max-[1179px]:z-30 max-[1179px]:shadow-3 print:hidden"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-accent-line bg-accent-soft pr-2 pl-4">
        <Head />
        <IconButton icon={X} label="Close demo controls" onPress={props.onClose} plain className="ml-auto" />
      </header>
      <Body {...props} />
    </aside>
  )
}

/** On a phone nothing of the page would be left beside it. */
function Sheet(props: PartProps) {
  return (
    <Dialog isOpen onClose={props.onClose} sheet className="h-dvh [&>section]:h-full">
      <div data-demo-controls="" className="flex h-full flex-col bg-canvas">
        <header className="flex shrink-0 items-center gap-2 border-b border-accent-line bg-accent-soft py-1.5 pr-2 pl-4">
          <Head />
          <IconButton icon={X} label="Close demo controls" onPress={props.onClose} plain className="ml-auto" />
        </header>
        <Body {...props} />
      </div>
    </Dialog>
  )
}

function Head() {
  return (
    <>
      <GraduationCap className="size-[18px] text-accent-ink" />
      <Heading slot="title" level={2} className="text-sm max-rail:text-lg">
        {TITLE}
      </Heading>
      <Tag>Sample data</Tag>
    </>
  )
}

function Body({ demo, environment, tours, order }: PartProps) {
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-3.5 overflow-y-auto px-4 py-3">
        {order}
        <ScenarioFields demo={demo} />
        <RoleField demo={demo} />
        <ClockCard demo={demo} environment={environment} />
        {tours}
      </div>
      <ResetFooter demo={demo} />
    </>
  )
}

/** Sets the role that the console shows and the demo's service enforces. */
function RoleField({ demo: { control, snapshot } }: { demo: Demo }) {
  const { value, pending, failure, choose } = useSetting(snapshot.role, (role) => control.setRole(role))
  const chooseRole = (role: Role) => choose({ value: role, part: role, done: `Role: ${ROLE_LABELS[role].label}.` })
  return (
    <Group title="Role" note={pending && <Spinner />}>
      <span className="flex h-8 gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5 max-rail:h-11">
        {ROLES.map((role) => (
          <label
            key={role}
            title={ROLE_LABELS[role].purpose}
            className="relative grid flex-auto cursor-pointer place-items-center rounded-tag px-1.5 font-control whitespace-nowrap text-ink-2 outline-focus hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="demo-role"
              checked={value === role}
              onChange={() => chooseRole(role)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {ROLE_LABELS[role].label}
          </label>
        ))}
      </span>
      <FailureOf failure={failure} parts={ROLES} />
    </Group>
  )
}

/** Takes back what was done in the demo, and gives it back. */
function ResetFooter({ demo: { control, snapshot } }: { demo: Demo }) {
  const { changes, can_undo } = snapshot
  const { pending, failure, start } = useCommand()
  const reset = useRef<HTMLButtonElement>(null)
  const undo = async () => {
    await control.undoReset()
    // The button goes with what it undid.
    reset.current?.focus()
  }
  return (
    <footer className="shrink-0 border-t border-line bg-surface px-4 py-3 max-rail:pb-[calc(12px+env(safe-area-inset-bottom))]">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <PendingButton
          icon={RotateCcw}
          ref={reset}
          isPending={pending === 'reset'}
          onPress={() => start({ part: 'reset', run: () => control.reset(), done: () => 'Demo reset.' })}
        >
          Reset demo
        </PendingButton>
        <p className="min-w-0 flex-1 text-xs text-ink-3">
          {changes === 0 ? 'No changes yet' : `${countOf(changes, 'change')} since the start`}
        </p>
        {can_undo && (
          <PendingButton
            icon={Undo2}
            look="ghost"
            isPending={pending === 'undo'}
            onPress={() => start({ part: 'undo', run: undo, done: () => 'Reset undone.' })}
            className="text-accent-ink"
          >
            Undo reset
          </PendingButton>
        )}
      </div>
      <FailureOf failure={failure} parts={['reset', 'undo']} />
    </footer>
  )
}
