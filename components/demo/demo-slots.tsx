'use client'
/** The demo's parts of the shell. Each is loaded where it is rendered: no other environment's page carries them. */
import { type ComponentProps, lazy, Suspense } from 'react'

const Chip = lazy(() => import('./demo-chip.tsx').then((part) => ({ default: part.DemoChip })))
const Panel = lazy(() => import('./demo-panel.tsx').then((part) => ({ default: part.DemoPanel })))
const Account = lazy(() => import('./demo-account.tsx').then((part) => ({ default: part.DemoAccount })))
const Lines = lazy(() => import('./demo-account-lines.tsx').then((part) => ({ default: part.DemoAccountLines })))

export function DemoChipSlot() {
  return (
    <Suspense fallback={null}>
      <Chip />
    </Suspense>
  )
}

export function DemoPanelSlot(props: ComponentProps<typeof Panel>) {
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  )
}

export function DemoAccountSlot(props: ComponentProps<typeof Account>) {
  return (
    <Suspense fallback={<div className="h-[47px]" />}>
      <Account {...props} />
    </Suspense>
  )
}

export function DemoAccountLinesSlot(props: ComponentProps<typeof Lines>) {
  return (
    <Suspense fallback={null}>
      <Lines {...props} />
    </Suspense>
  )
}
