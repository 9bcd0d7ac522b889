import type { ReactNode } from 'react'
import { Verbatim } from '#components/ui/display/verbatim.tsx'

/** Stands for a test wherever its name would not fit, with the name beside it where there is room. */
export function TestLetter({ of, children }: { of: 'A' | 'B'; children?: ReactNode }) {
  return (
    <>
      <span className="inline-grid size-[18px] shrink-0 place-items-center rounded-tag border border-control bg-surface text-xs font-heading text-ink">
        {of}
      </span>
      {children && <Verbatim className="ml-1.5">{children}</Verbatim>}
    </>
  )
}
