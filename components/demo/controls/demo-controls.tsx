'use client'
/** The demo's controls, beside the page they change. Loaded when they are first opened. */
import { GraduationCap, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Heading } from 'react-aria-components'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { useNarrow } from '#components/ui/display/use-narrow.ts'
import { type Demo, useDemo } from '#lib/demo/use-demo.ts'
import { ClockCard } from './clock-card.tsx'
import { ResetFooter } from './reset-footer.tsx'
import { RoleField } from './role-field.tsx'
import { ScenarioFields } from './scenario-fields.tsx'

export interface DemoControlsProps {
  environment: string
  /** The guided tours. */
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
      <GraduationCap aria-hidden="true" className="size-[18px] text-accent-ink" strokeWidth={1.8} />
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
