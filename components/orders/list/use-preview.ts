'use client'
/** Which order of the page is previewed beside it. */
import { useState } from 'react'
import type { Order } from '#lib/domains/orders/order.ts'

/** `rows` are those on screen: a preview ends with the page that holds its row. */
export function usePreview(rows: readonly Order[] | undefined) {
  const [id, setId] = useState<string | null>(null)
  const index = id === null ? -1 : (rows?.findIndex((row) => row.id === id) ?? -1)
  const order = rows?.[index] ?? null
  return {
    order,
    /** Its place on the page, from 0. */
    index,
    close: () => setId(null),
    /** For the table: Space opens it and closes it again, and it follows the current row. */
    keys: {
      onOpen: (row: Order) => setId(row.id === order?.id ? null : row.id),
      onMove: (row: Order) => order && setId(row.id),
    },
  }
}
