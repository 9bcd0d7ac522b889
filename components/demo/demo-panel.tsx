'use client'
import { lazy, Suspense } from 'react'
import { TourHost } from '#components/demo/tours/tour-host.tsx'
import type { DemoControlsProps } from './controls/demo-controls.tsx'
import { DemoAddress } from './demo-address.tsx'
import { closeDrawer, isOverPage, loadControls, useDrawerOpen } from './drawer.ts'

const DemoControls = lazy(() => loadControls().then((part) => ({ default: part.DemoControls })))

const ToursCard = lazy(() =>
  import('#components/demo/tours/tours-card.tsx').then((part) => ({ default: part.ToursCard })),
)

const makeRoom = () => {
  if (isOverPage()) closeDrawer()
}

/** Adds the demo's scenario address, tour and controls to every page. */
export function DemoPanel(props: Omit<DemoControlsProps, 'onClose' | 'tours'>) {
  const isOpen = useDrawerOpen()
  return (
    <>
      <DemoAddress />
      <TourHost environment={props.environment} />
      <Suspense fallback={null}>
        {isOpen && <DemoControls {...props} tours={<ToursCard onStart={makeRoom} />} onClose={closeDrawer} />}
      </Suspense>
    </>
  )
}
