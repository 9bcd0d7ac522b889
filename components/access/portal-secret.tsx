'use client'
import { Clock } from 'lucide-react'
import { ClearedNote } from '#components/patterns/secret/cleared-note.tsx'
import { PrintCardButton } from '#components/patterns/secret/print-card.tsx'
import { type AllowSecret, SecretField } from '#components/patterns/secret/secret-field.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { instantDay } from '#lib/utils/time/instants.ts'
import { type LikelyLifetime, lengthLabel } from './lifetime.ts'

export interface Portal {
  url: string
  context: string
  expires_in: number
  lifetime: LikelyLifetime
}

/** The number as it was sent, and how it most likely reads: the specification gives no unit. */
export function PortalExpiry({ portal: { expires_in, lifetime } }: { portal: Portal }) {
  return (
    <span className="flex items-start gap-1.5">
      <Clock aria-hidden="true" className="mt-px size-3.5 shrink-0" strokeWidth={1.8} />
      <span>
        <span translate="no" className="font-mono">
          expires_in {expires_in}
        </span>
        , which is {lengthLabel(lifetime.length)} if counted in {lifetime.unit}
      </span>
    </span>
  )
}

interface PortalSecretProps {
  portal: Portal
  made_at: number
  until: number
  allow: AllowSecret
}

const STEPS = [
  'Open your phone’s camera and point it at the square below. Tap the link that appears.',
  'If you’re asked to confirm your identity, choose email or text message and enter the code you receive.',
  'You’ll see your own page, with your orders and anything you need to answer.',
]

export function PortalSecret({ portal: { url, context, lifetime }, made_at, until, allow }: PortalSecretProps) {
  const clock = useWallClock()
  const sent = context === 'communications'
  const day = instantDay(made_at + lifetime.length, clock)
  const sheet = {
    title: 'Open your patient portal',
    steps: STEPS,
    link: url,
    typed: { label: 'No camera? Enter this address in a browser:', text: url },
    until: `It works until about ${day}.`,
  }
  return (
    <div className="flex flex-col gap-3">
      <SecretField label={sent ? 'Short link' : 'Link'} value={url} allow={allow} />
      {/* A link of minutes is no use on paper. */}
      {sent && <PrintCardButton sheet={sheet} allow={allow} />}
      <ClearedNote until={until} />
    </div>
  )
}
