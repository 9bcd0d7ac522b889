import { GraduationCap } from 'lucide-react'

/** In the margin of each printed page as well, where the browser can. */
const EVERY_PAGE = '@page { @bottom-center { content: "Demo, sample data"; font: 9pt sans-serif; } }'

/** Says that nothing on the paper or on the screen is real. */
export function DemoPrintMark() {
  return (
    <p className="hidden items-center gap-2 bg-[white] px-6 py-2 text-sm font-heading text-[black] print:flex">
      <style>{EVERY_PAGE}</style>
      <GraduationCap aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Demo, sample data
    </p>
  )
}

/** For the widths at which the environment's block in the rail has no words. */
export function DemoBadge() {
  return (
    <p className="flex h-6 shrink-0 items-center justify-center gap-1.5 bg-env rail:justify-start rail:px-6 text-xs font-heading text-env-ink wide:hidden print:hidden">
      <GraduationCap aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
      Demo, sample data
    </p>
  )
}
