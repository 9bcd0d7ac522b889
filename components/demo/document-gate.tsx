'use client'
import { type ReactNode, useEffect } from 'react'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { enterDemo, isDocumentOf } from '#lib/demo/gate.ts'
import type { Role } from '#lib/domains/staff/roles.ts'

const DemoSync = lazyPart(() => import('./demo-sync.tsx'), 'DemoSync')

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
      {demo && <DemoSync role={demo.role} />}
    </>
  )
}
