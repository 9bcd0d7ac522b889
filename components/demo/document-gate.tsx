'use client'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { enterDemo, isDocumentOf } from '#lib/demo/gate.ts'
import type { Role } from '#lib/domains/staff/roles.ts'

const DemoSync = lazy(() => import('./demo-sync.tsx').then((part) => ({ default: part.DemoSync })))

const isBrowser = typeof window !== 'undefined'

// The demo begins while the page is still being brought to life, not after it.
if (isBrowser && document.querySelector('[data-env=demo]') && isDocumentOf(true)) enterDemo().catch(() => undefined)

interface DocumentGateProps {
  /** The role that a page of the demo was made for; null in every other environment. */
  demo: { role: Role | null } | null
  children: ReactNode
}

/** Keeps the demo and real environments in documents of their own: a page that came to the wrong one is loaded anew. */
export function DocumentGate({ demo, children }: DocumentGateProps) {
  const isAtHome = !isBrowser || isDocumentOf(demo !== null)
  useEffect(() => {
    if (!isAtHome) window.location.reload()
  }, [isAtHome])
  if (!isAtHome) return null
  if (isBrowser && demo) enterDemo().catch(() => undefined)
  return (
    <>
      {children}
      {demo && (
        <Suspense fallback={null}>
          <DemoSync role={demo.role} />
        </Suspense>
      )}
    </>
  )
}
