/** How a view has the table look: which choice of columns it is, and what it is where nobody has changed it. Pure. */
import type { OrdersView } from './orders-views.ts'

export interface LookOf {
  /** By which the browser keeps what somebody makes of it. */
  list: string
  /** As it was saved; null for the console's own. */
  usual: string | null
}

/** What is not saved shares one look; each saved view has its own. */
export function lookOf(view: OrdersView | null): LookOf {
  const saved = view?.saved
  return saved ? { list: `orders.${saved.id}`, usual: saved.look.columns ?? null } : { list: 'orders', usual: null }
}
