import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { isMasked } from '#lib/utils/text/mask.ts'
import { initials } from '#lib/utils/text/tiles.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { usePatientData } from './mask.tsx'
import { useWallClock } from './viewer.tsx'

/** As wide for every name, so that its length stays hidden too. */
function Hatch({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block h-[11px] rounded-[2px] bg-[repeating-linear-gradient(120deg,var(--control)_0_1.5px,transparent_1.5px_5px)] opacity-65 align-[-1px]',
        className,
      )}
    />
  )
}

/** A patient's name; masked, its initials. */
export function PatientName({ name, className }: { name: string; className?: string }) {
  const { masked } = usePatientData()
  if (!masked && !isMasked(name)) {
    return (
      <Verbatim className={className} title={name}>
        {name}
      </Verbatim>
    )
  }
  const [first = '', last = ''] = [...initials(name)]
  return (
    <span translate="no" data-masked="" className={clsx(className, 'select-none')}>
      <span className="sr-only">
        Name hidden, initials {first} {last}
      </span>
      <span aria-hidden="true" className="whitespace-nowrap">
        {first}
        <Hatch className="mr-1.5 ml-px w-[22px]" />
        {last}
        <Hatch className="ml-px w-[22px]" />
      </span>
    </span>
  )
}

interface RedactProps {
  /** Label for screen readers: "Birth date". */
  noun: string
  className?: string
  children: ReactNode
}

/** A text that the server has masked; it comes again when it may be shown. */
function isMaskedText(children: ReactNode): boolean {
  return typeof children === 'string' && isMasked(children)
}

/** Nouns of what stays as it is in a translation of the page. */
const FIXED = /name|phone|email|address|street|city|town|zip|state|account/i

/** Anything else that says who a patient is. */
export function Redact({ noun, className, children }: RedactProps) {
  const { masked } = usePatientData()
  if (!masked && !isMaskedText(children)) {
    return FIXED.test(noun) ? <Verbatim>{children}</Verbatim> : children
  }
  return (
    <span data-masked="" className={clsx(className, 'select-none')}>
      <span className="sr-only">{noun} hidden</span>
      <Hatch className="w-[68px]" />
    </span>
  )
}

/** A calendar day, never shifted by a zone. */
export function BirthDate({ value }: { value: string }) {
  const clock = useWallClock()
  return (
    <Redact noun="Birth date">
      {isMasked(value) ? (
        value
      ) : (
        <time dateTime={value} className="whitespace-nowrap">
          {formatDay(value, clock)}
        </time>
      )}
    </Redact>
  )
}
