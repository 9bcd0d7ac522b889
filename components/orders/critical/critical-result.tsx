'use client'
import { lazy } from 'react'

/** Loaded for critical orders only. */
export const CriticalBanner = lazy(() =>
  import('./critical-banner.tsx').then((part) => ({ default: part.CriticalBanner })),
)
export const CallbackPanel = lazy(() =>
  import('./callback-panel.tsx').then((part) => ({ default: part.CallbackPanel })),
)
