import type { ReactNode } from 'react'

/** A part of the user's page that scrolls beneath the header. */
export function TabBody({ children }: { children: ReactNode }) {
  return <div className="relative flex-1 p-4 framed:min-h-0 framed:overflow-y-auto rail:p-6">{children}</div>
}
