import { X } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useMemo, useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { FormBirthDate, FormField, useFormText } from '#components/patterns/form/form-field.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { InstantDay } from '#components/ui/display/time-stamp.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { ComboField } from '#components/ui/field/combo-field.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import { type ClientUserIdHolder, isBareNumber, type User } from '#lib/domains/users/user.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { midSentence } from '#lib/utils/text/counts.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { searchZones, type ZoneChoice, zoneChoice, zoneChoices } from '#lib/utils/time/time-zones.ts'
import type { ZoneNames } from '#lib/utils/time/zone-names.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { type BoundAct, PROFILE_LABELS, type ProfileField, type ProfileValues } from './profile-changes.ts'
import { originLabel } from './user-frame.tsx'

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

type ProfileControl = Control<ProfileValues, unknown, unknown>

interface ProfileFieldsProps {
  control: ProfileControl
  environment: string
  user: User
  masked: boolean
  /** User who already has the refused reference. */
  holder: ClientUserIdHolder | null
}

export function ProfileFields({ control, environment, user, masked, holder }: ProfileFieldsProps) {
  const { fallback_time_zone: zone, fallback_birth_date: birth } = user
  return (
    <>
      <SectionCard
        title="Reference and fallbacks"
        summary="Your team’s reference, and values used when a source provides none."
      >
        <div className="flex flex-col gap-5">
          <Reference control={control} environment={environment} holder={holder} />
          <Clearable control={control} name="fallback_time_zone">
            <ZonePicker
              control={control}
              hint={`Used when a source gives no time zone. ${zone ? `Now ${originLabel(user, zone.source_slug)}.` : 'Not set.'}`}
            />
          </Clearable>
          {masked || isMasked(birth?.value) ? (
            <div className="flex flex-col gap-1.5">
              <span className={labelStyle}>{PROFILE_LABELS.fallback_birth_date}</span>
              <span className="flex h-8 items-center">
                <Redact noun="Birth date">{birth?.value}</Redact>
              </span>
              <span className="text-xs text-ink-3">Show patient data to see or change it.</span>
            </div>
          ) : (
            <Clearable control={control} name="fallback_birth_date">
              <FormBirthDate
                control={control}
                name="fallback_birth_date"
                label={PROFILE_LABELS.fallback_birth_date}
                hint={`Used for heart-rate zones when a source gives no age. ${birth ? `Now ${originLabel(user, birth.source_slug)}.` : 'Not set.'}`}
              />
            </Clearable>
          )}
        </div>
      </SectionCard>
      <SectionCard
        title="Data ingestion"
        summary="Data outside these dates is ignored. The current dates can’t be shown here."
      >
        <div className="grid items-start gap-5 rail:grid-cols-2">
          <BoundField control={control} name="ingestion_start" />
          <BoundField control={control} name="ingestion_end" />
        </div>
      </SectionCard>
    </>
  )
}

/** A field with the button that empties it; what is empty is removed when the form is saved. */
function Clearable({
  control,
  name,
  children,
}: {
  control: ProfileControl
  name: 'client_user_id' | 'fallback_time_zone' | 'fallback_birth_date'
  children: ReactNode
}) {
  const { field } = useController({ control, name })
  const label = PROFILE_LABELS[name]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      {children}
      <Button
        icon={X}
        aria-label={`Clear ${midSentence(label)}`}
        isDisabled={field.value === ''}
        onPress={() => field.onChange('')}
        className="mt-6 h-8 max-rail:h-11"
      >
        Clear
      </Button>
    </div>
  )
}

interface ReferenceProps extends Pick<ProfileFieldsProps, 'control' | 'environment' | 'holder'> {
  /** Nothing is on record that could be cleared. */
  isNew?: boolean
}

export function Reference({ control, environment, holder, isNew = false }: ReferenceProps) {
  const { value, problem } = useFormText({ control, name: 'client_user_id' })
  const field = (
    <FormField
      control={control}
      name="client_user_id"
      label={PROFILE_LABELS.client_user_id}
      verbatim
      autoFocus={isNew}
      hint="Your team’s own code for this user. Don’t use an email, phone number or name: it’s sent with every event."
    />
  )
  return (
    <div className="flex flex-col gap-2">
      {isNew ? (
        field
      ) : (
        <Clearable control={control} name="client_user_id">
          {field}
        </Clearable>
      )}
      {isBareNumber(value.trim()) && (
        <Notice kind="warn">
          This is as long as a phone number. A member number is fine, but don’t use a phone number.
        </Notice>
      )}
      {holder && problem && (
        <p className="text-ink-2">
          It belongs to{' '}
          <Link
            href={`/${environment}/users/${holder.user_id}`}
            prefetch={false}
            title={holder.user_id}
            translate="no"
            className="font-mono text-xs text-link"
          >
            {shortId(holder.user_id)}
          </Link>
          , created <InstantDay value={holder.created_on} />.
        </p>
      )}
    </div>
  )
}

const ACTS: Readonly<Record<BoundAct, string>> = {
  keep: 'No change',
  set: 'Choose a date',
  clear: 'No limit',
}

function isAct(text: string): text is BoundAct {
  return Object.hasOwn(ACTS, text)
}

function BoundField({
  control,
  name,
}: {
  control: ProfileControl
  name: Extract<ProfileField, 'ingestion_start' | 'ingestion_end'>
}) {
  const act = useWatch({ control, name: `${name}_act` })
  const { field } = useController({ control, name: `${name}_act` })
  return (
    <div className="flex flex-col gap-2.5">
      <SelectField
        label={PROFILE_LABELS[name]}
        value={act}
        onChange={(text) => isAct(text) && field.onChange(text)}
        onBlur={field.onBlur}
      >
        <Options of={Object.entries(ACTS)} />
      </SelectField>
      {act === 'set' && (
        <FormField
          control={control}
          name={name}
          type="date"
          label={name === 'ingestion_start' ? 'First day to ingest' : 'Last day to ingest'}
        />
      )}
    </div>
  )
}
