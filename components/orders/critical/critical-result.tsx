'use client'
import { lazy } from 'react'

/** Of critical orders only: other orders never load them. */
export const CriticalBanner = lazy(() =>
  import('./critical-banner.tsx').then((part) => ({ default: part.CriticalBanner })),
)
export const CallbackPanel = lazy(() =>
  import('./callback-panel.tsx').then((part) => ({ default: part.CallbackPanel })),
)
