'use client'
import { usePrinting, useWallClock } from '#components/ui/display/viewer.tsx'
import { clockNow } from '#lib/utils/time/clock.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'

/** Says on paper what the frame of the page says on screen: which data it is of, when, and who took it. */
export function PrintHead({ label, person }: { label: string; person: string | null }) {
  const clock = useWallClock()
  if (!usePrinting()) return null
  const { day, time, zone } = instantParts(clockNow(), clock)
  return (
    <p className="px-4 pt-2 text-xs rail:px-6">
      {`Vialdesk, ${label}. Printed ${day}, ${time} ${zone}${person ? ` by ${person}` : ''}. Times are in ${zoneName(clock.zone)} unless a zone is given.`}
    </p>
  )
}
