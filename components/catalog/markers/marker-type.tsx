import { CircleQuestionMark, Droplet, Layers2, type LucideIcon } from 'lucide-react'
import { Nothing } from '#components/patterns/states/nothing.tsx'

const TYPES: Readonly<Record<string, { label: string; icon: LucideIcon }>> = {
  biomarker: { label: 'Biomarker', icon: Droplet },
  panel: { label: 'Panel', icon: Layers2 },
}

/** One of two, or whatever else the service says, as it says it. */
export function MarkerType({ type }: { type: string | null | undefined }) {
  if (!type) return <Nothing word="type not provided" />
  const { label, icon: Icon } = (Object.hasOwn(TYPES, type) && TYPES[type]) || { label: type, icon: CircleQuestionMark }
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap text-ink-2">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.8} />
      {label}
    </span>
  )
}
