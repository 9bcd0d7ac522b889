/** A service center in words: its address, numbers, capabilities and the way there. Pure. */
import { CalendarCheck, CircleQuestionMark, type LucideIcon, PhoneCall, Zap } from 'lucide-react'
import type { FoundCenter, ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { PSC_CAPABILITIES } from '#lib/kernel/values.ts'
import { hoursLabel, readHours } from './hours.ts'

interface CapabilityLabel {
  text: string
  /** A sentence for those who do not know it. */
  meaning: string
  icon: LucideIcon
}

const CAPABILITIES: Readonly<Record<(typeof PSC_CAPABILITIES)[number], CapabilityLabel>> = {
  stat: { text: 'STAT', meaning: 'Urgent draws', icon: Zap },
  appointment_scheduling_via_service: {
    text: 'Book here',
    meaning: 'Appointments can be made through this service',
    icon: CalendarCheck,
  },
  appointment_scheduling_with_lab: {
    text: 'Book with lab',
    meaning: 'Appointments are made with the lab directly',
    icon: PhoneCall,
  },
}

/** `known` is false for one that a later version of the service has: it is shown as sent. */
export function capabilityLabel(capability: string): CapabilityLabel & { known: boolean } {
  const known = PSC_CAPABILITIES.find((each) => each === capability)
  if (known) return { ...CAPABILITIES[known], known: true }
  return {
    text: capability,
    meaning: 'This console doesn’t know what this means',
    icon: CircleQuestionMark,
    known: false,
  }
}

export function capabilityChoices(asked: readonly string[]): string[] {
  const known: readonly string[] = PSC_CAPABILITIES
  return [...known, ...asked.filter((capability) => !known.includes(capability))]
}

export function addressLines({ metadata }: ServiceCenter): string[] {
  const { first_line, second_line, city, state, zip_code } = metadata
  const street = [first_line, second_line].filter(Boolean).join(', ')
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [street, place].filter(Boolean)
}

/** Opens the viewer's own maps; nothing but where the center stands is in it. */
export function directionsHref(center: ServiceCenter): string {
  const { first_line, city, state, zip_code } = center.metadata
  const destination = [first_line, city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}

const EXTENSION = /[\s,;]*(?:ext\.?|x)\s*(\d{1,6})\s*$/i

/** A number to read and to call; null for what holds none. */
export function phoneLabel(sent: string | null | undefined): { text: string; href: string } | null {
  const text = sent?.trim() ?? ''
  const extension = EXTENSION.exec(text)?.[1]
  const main = text.replace(EXTENSION, '')
  const digits = main.replace(/\D/g, '')
  if (digits.length < 3) return null
  const suffix = extension ? `;ext=${extension}` : ''
  const us = /^\+?1?\D*(\d{3})\D*(\d{3})\D*(\d{4})$/.exec(main)
  if (!us) return { text, href: `tel:${main.startsWith('+') ? '+' : ''}${digits}${suffix}` }
  const parts = us.slice(1)
  return {
    text: `${parts.join('-')}${extension ? ` ext. ${extension}` : ''}`,
    href: `tel:+1${parts.join('')}${suffix}`,
  }
}

/** How far away, as one says it: "under 1 mile", "1 mile", "3.3 miles"; what is no number stays as it came. */
export function milesLabel(distance: string): string {
  const miles = Number.parseFloat(distance)
  if (Number.isNaN(miles)) return `${distance} miles`
  if (miles < 1) return 'under 1 mile'
  const rounded = Number(miles.toFixed(1))
  return rounded === 1 ? '1 mile' : `${rounded} miles`
}

/** As text to paste into a message. */
export function centerText(center: FoundCenter, number: number): string {
  const { name, phone_number, fax_number, hours } = center.metadata
  const [phone, fax] = [phoneLabel(phone_number), phoneLabel(fax_number)]
  return [
    `${number}. ${name}, ${milesLabel(center.distance)}`,
    ...addressLines(center),
    center.lab && `Lab: ${center.lab.name}`,
    `Hours: ${hoursLabel(readHours(hours)) ?? 'not listed, call first'}`,
    phone && `Phone: ${phone.text}`,
    fax && `Fax: ${fax.text}`,
    center.capabilities.length > 0 &&
      `Offers: ${center.capabilities.map((each) => capabilityLabel(each).text).join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Whether each is at least as far as the one before it, so that "nearest first" may be said. */
export function isNearestFirst(centers: readonly ServiceCenter[]): boolean {
  const miles = centers.map(({ distance }) => Number.parseFloat(distance))
  return miles.every((each, index) => index === 0 || each >= (miles[index - 1] ?? Number.NaN))
}
