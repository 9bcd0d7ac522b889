'use client'
import { useMemo, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useFormText } from '#components/patterns/form/form-field.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { ComboField } from '#components/ui/field/combo-field.tsx'
import { clockNow } from '#lib/utils/time/clock.ts'
import { searchZones, type ZoneChoice, zoneChoice, zoneChoices } from '#lib/utils/time/time-zones.ts'
import type { ZoneNames } from '#lib/utils/time/zone-names.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { PROFILE_LABELS, type ProfileValues } from './profile-changes.ts'

const loadNames = () => import('#lib/utils/time/zone-names.ts')

const SHOWN = 60
const NONE: readonly ZoneChoice[] = []

interface ZonePickerProps {
  control: Control<ProfileValues, unknown, unknown>
  /** Origin of the current zone. */
  hint: string
}

/** The fallback zone, found by its ID, its city or what people call it, each with what its clocks show now. */
export function ZonePicker({ control, hint }: ZonePickerProps) {
  const { value, onChange, onBlur, id, problem } = useFormText({ control, name: 'fallback_time_zone' })
  /** Null: the box shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  const { hours } = useWallClock()
  /** When the list was opened; clocks are read then. */
  const [opened, setOpened] = useState<number | null>(null)
  const [names, setNames] = useState<ReadonlyMap<string, ZoneNames>>()
  const choices = useMemo(() => (opened === null ? NONE : zoneChoices(opened, hours, names)), [opened, hours, names])
  const hits = useMemo(() => {
    const found = searchZones(choices, typed ?? '')
    const present = value && typed === null && opened !== null ? [zoneChoice(value, opened, hours)] : []
    return [...present, ...found.filter((choice) => !present.some((one) => one.id === choice.id))]
  }, [choices, typed, value, opened, hours])
  const more = hits.length - SHOWN
  return (
    <ComboField
      id={id}
      label={PROFILE_LABELS.fallback_time_zone}
      value={value || null}
      text={typed ?? zoneName(value)}
      items={hits.slice(0, SHOWN).map((choice) => ({
        id: choice.id,
        name: choice.label,
        aside: [choice.names?.name, `${choice.time} ${choice.zone}`].filter(Boolean).join(', '),
      }))}
      hint={hint}
      more={more > 0 ? `${more} more: type a city, a country or an offset` : null}
      none="No matching time zone. Type a city, a country, “Pacific”, “IST” or an offset such as +5:30."
      problem={problem}
      onText={(text) => setTyped(text === zoneName(value) ? null : text)}
      onChoose={(zone) => {
        if (zone !== null) onChange(zone)
        setTyped(null)
      }}
      onOpen={() => {
        setOpened(clockNow())
        // Without them ids are searched all the same.
        loadNames().then(
          (part) => setNames(part.ZONE_NAMES),
          () => undefined,
        )
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
