'use client'
/** What rows of critical orders share: one read of all of them, and one dialog. */
import { createContext, Suspense, useMemo, useState } from 'react'
import type { Order } from '#lib/domains/orders/order.ts'
import { AcknowledgeDialog } from './acknowledge-button.tsx'
import type { AcknowledgeProps } from './acknowledge-dialog.tsx'

type Asked = Omit<AcknowledgeProps, 'environment'>

interface CriticalRows {
  /** The page's critical orders, whose states are read at once. */
  order_ids: readonly string[]
  onAcknowledge: (asked: Asked) => void
}

export const CriticalRowsContext = createContext<CriticalRows | null>(null)

/** `dialog` stands outside the table, whose keys it would otherwise share. */
export function useCriticalRows(environment: string, rows: readonly Order[] | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const value = useMemo(() => {
    const critical = rows?.filter(({ interpretation }) => interpretation === 'critical') ?? []
    return { order_ids: critical.map(({ id }) => id), onAcknowledge: setAsked }
  }, [rows])
  const dialog = asked && (
    <Suspense fallback={null}>
      <AcknowledgeDialog environment={environment} {...asked} onClose={() => setAsked(null)} />
    </Suspense>
  )
  return { value, dialog }
}
