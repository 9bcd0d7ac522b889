import clsx from 'clsx'
import { Check as CheckMark, Clock, Copy, FlaskConical, Navigation, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import type { FoundCenter, ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { addressLines, capabilityLabel, centerText, directionsHref, milesLabel, phoneLabel } from './center-labels.ts'
import { hoursLabel, openWords, readHours } from './hours.ts'

interface CenterItemProps {
  center: FoundCenter
  number: number
  /** On the map and here. */
  isSelected: boolean
  isHovered: boolean
  /** For the hand-out. */
  isChosen: boolean
  /** Not on the map. */
  isNowhere: boolean
  onSelect: () => void
  onHover: (isOver: boolean) => void
  onChoose: (isChosen: boolean) => void
}

const quiet = 'grid size-7 place-items-center rounded-control hover:bg-hover hover:text-ink max-rail:size-10'

/** One center, all that is known of it. Wherever it is pressed it is shown on the map. */
export function CenterItem(props: CenterItemProps) {
  const { center, number, isSelected, isHovered, isChosen, isNowhere, onSelect, onHover, onChoose } = props
  const { metadata, distance, capabilities } = center
  const { copied, copy } = useCopy(() => centerText(center, number), metadata.name)
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li
      ref={place}
      data-number={number}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      className={clsx(
        'relative grid content-start grid-cols-[28px_minmax(0,1fr)_auto] gap-x-2 border-b border-line px-4 pt-2.5 pb-1.5',
        isSelected && 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]',
        !isSelected && isHovered && 'bg-hover',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'row-span-2 -mt-0.5 grid size-6 place-items-center rounded-full border text-xs font-heading',
          isSelected ? 'border-accent bg-accent text-on-accent' : 'border-control bg-surface text-ink',
        )}
      >
        {number}
      </span>
      <h3 className="min-w-0 text-sm">
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={onSelect}
          onFocus={() => onHover(true)}
          onBlur={() => onHover(false)}
          className="text-left outline-none after:absolute after:inset-0 after:outline-offset-[-2px] after:outline-focus focus-visible:after:outline-2"
        >
          <span className="sr-only">{number}. </span>
          <Verbatim>{metadata.name}</Verbatim>
        </button>
      </h3>
      <p className="font-heading whitespace-nowrap">
        <abbr title={milesLabel(distance)} className="no-underline">
          {milesLabel(distance).replace(/miles?$/, 'mi')}
        </abbr>
      </p>
      <div className="col-span-2 col-start-2 min-w-0">
        <p className="text-ink-2">{addressLines(center).join(', ')}</p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Hours center={center} />
          <ul className="flex flex-wrap gap-1.5 empty:hidden">
            {center.lab && (
              <li>
                <Tag>
                  <FlaskConical className="size-3 stroke-2" />
                  <Verbatim>{center.lab.name}</Verbatim>
                </Tag>
              </li>
            )}
            {capabilities.map((capability) => (
              <li key={capability}>
                <Capability capability={capability} />
              </li>
            ))}
            {isNowhere && (
              <li>
                <Tag>Not on the map: unknown ZIP</Tag>
              </li>
            )}
          </ul>
        </div>
        <div className="flex flex-wrap items-center gap-x-3">
          <Numbers center={center} />
          <div className="relative -mr-1.5 ml-auto flex items-center gap-1 text-ink-2">
            <a
              href={directionsHref(center)}
              target="_blank"
              rel="noopener noreferrer"
              title="Directions (new tab)"
              aria-label={`Directions to ${metadata.name} (new tab)`}
              className={quiet}
            >
              <Navigation />
            </a>
            <button
              type="button"
              aria-label={`Copy ${metadata.name}`}
              title="Copy"
              onClick={() => void copy()}
              className={quiet}
            >
              {copied ? <CheckMark /> : <Copy />}
            </button>
            <span title="Select for printing" className="px-1.5 [&>label]:items-center [&>label]:gap-1.5">
              <Check checked={isChosen} onChange={onChoose}>
                Print<span className="sr-only"> {metadata.name}</span>
              </Check>
            </span>
          </div>
        </div>
      </div>
    </li>
  )
}

/** Empty where that isn't known, also for a center that can be in two zones whose answers differ. */
function openAt({ metadata: { zip_code: zip, state, hours } }: ServiceCenter, now: number): string {
  const answers = zonesOf({ zip, state }).map((zone) => {
    const weekday = (new Date(dayIn(zone, now)).getUTCDay() + 6) % 7
    const [hour, minute] = instantParts(now, { zone, hours: 24 }).time.split(':').map(Number)
    return openWords(hours, { weekday, minute: (hour ?? 0) * 60 + (minute ?? 0) })
  })
  return new Set(answers).size === 1 ? (answers[0] ?? '') : ''
}

function Hours({ center }: { center: ServiceCenter }) {
  const hours = readHours(center.metadata.hours)
  const open = useAtPresent((now) => openAt(center, now))
  return (
    <span className="inline-flex min-w-0 items-start gap-1.5 text-ink-2">
      <Clock className="mt-0.5 size-3.5 shrink-0 text-ink-3" />
      <span className="sr-only">Hours: </span>
      {hours.kind === 'raw' ? (
        <code translate="no" className="font-mono text-xs break-all">
          {hours.text}
        </code>
      ) : (
        <span>
          {hoursLabel(hours) ?? 'Hours not listed, call first'}
          {hours.kind === 'words' && (
            <span className="block text-ink-3">{open || 'Whether it’s open now isn’t known'}</span>
          )}
        </span>
      )}
    </span>
  )
}

function Numbers({ center: { metadata } }: { center: ServiceCenter }) {
  const [phone, fax] = [phoneLabel(metadata.phone_number), phoneLabel(metadata.fax_number)]
  return (
    <>
      {phone && (
        <Call href={phone.href} label={`Call ${phone.text}`}>
          <Phone className="size-3.5 text-ink-3" />
          {phone.text}
        </Call>
      )}
      {fax && (
        <Call href={fax.href} label={`Fax ${fax.text}`}>
          <span className="text-ink-3">Fax</span>
          {fax.text}
        </Call>
      )}
    </>
  )
}

function Call({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a
      href={href}
      aria-label={label}
      className="relative inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap text-ink-2 underline-offset-3 hover:text-ink hover:underline"
    >
      {children}
    </a>
  )
}

function Capability({ capability }: { capability: string }) {
  const { text, meaning, icon: Icon, known } = capabilityLabel(capability)
  return (
    <span title={meaning}>
      <Tag>
        <Icon className="size-3 stroke-2" />
        <span translate={known ? undefined : 'no'} className={known ? undefined : 'font-mono'}>
          {text}
        </span>
      </Tag>
    </span>
  )
}
