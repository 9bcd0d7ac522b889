'use client'
import { RadioGroup, type RadioOption } from '#components/ui/field/radio-group.tsx'

/** The two contexts of the specification (endpoint 6) in a person's words. */
const CONTEXTS: readonly RadioOption<string>[] = [
  { value: 'launch', label: 'Launch now', hint: 'Works for minutes. Use it during a call.' },
  { value: 'communications', label: 'Send to patient', hint: 'Short link. Works for weeks.' },
]

const MORE: Readonly<Record<string, string>> = {
  launch: 'Anyone who opens it is signed in right away. Use it yourself or give it to the patient in person.',
  communications:
    'For email or text message. On a new device, the portal may ask the patient to confirm their identity by email or SMS.',
}

interface PortalContextsProps {
  /** By which an error summary leads to it. */
  id: string
  value: string
  onChange: (value: string) => void
  problem: string | undefined
}

export function PortalContexts({ value, ...props }: PortalContextsProps) {
  return (
    <RadioGroup
      {...props}
      label="Purpose of the link"
      isLabelHidden
      look="cards"
      value={value}
      options={CONTEXTS}
      hint={MORE[value]}
      className="min-[420px]:grid-cols-2"
    />
  )
}
