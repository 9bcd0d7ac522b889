'use client'
/** The demo's parts of the shell. Each is loaded where it is rendered: no other environment's page carries them. */
import { lazyPart } from '#components/ui/lazy-part.tsx'

export const DemoChip = lazyPart(() => import('./demo-chip.tsx'), 'DemoChip')
export const DemoPanel = lazyPart(() => import('./demo-panel.tsx'), 'DemoPanel')
export const DemoAccount = lazyPart(() => import('./demo-account.tsx'), 'DemoAccount', <div className="h-[47px]" />)
export const DemoAccountLines = lazyPart(() => import('./demo-account.tsx'), 'DemoAccountLines')
