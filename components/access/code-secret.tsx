'use client'
import { EyeOff, QrCode as QrMark } from 'lucide-react'
import { PrintCardButton } from '#components/patterns/secret/print-card.tsx'
import { type AllowSecret, NOT_ON_RECORD, SecretField, useShown } from '#components/patterns/secret/secret-field.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CountdownRing } from '#components/ui/display/countdown-ring.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import { QrCode } from '#components/ui/display/qr-code.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { formatCountdown } from '#lib/utils/time/countdown.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { formatInstant, instantParts } from '#lib/utils/time/instants.ts'

export interface MadeCode {
  code: string
  exchange_url: string
  expires_at: string
}

interface CodeSecretProps {
  made: MadeCode
  made_at: number
  until: number
  allow: AllowSecret
}

/** A code of minutes is no use on paper. */
const PRINTABLE_MS = 30 * MINUTE

const STEPS = [
  'Open our app on your phone and sign in.',
  'Go to Settings and choose to share your phone’s health data.',
  'Point the camera at the square below, or enter the code.',
  'Your phone asks what you want to share. Allow what you want us to see.',
]

/** The code as a picture to be scanned, as text and as the app's own address; all three are one secret. */
export function CodeSecret({ made: { code, exchange_url, expires_at }, made_at, until, allow }: CodeSecretProps) {
  const clock = useWallClock()
  const { day, time, zone } = instantParts(until, clock)
  const soon = day === instantParts(made_at, clock).day
  const sheet = {
    title: 'Share your phone’s health data',
    steps: STEPS,
    link: exchange_url,
    typed: { label: 'No camera? Enter this code:', text: code },
    until: `It works until ${formatInstant(expires_at, clock)}.`,
  }
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-4">
      <HiddenQr value={exchange_url} allow={allow} />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-3.5">
        <CountdownRing
          noun="Link code"
          until={until}
          lifetime={until - made_at}
          clock={`until ${soon ? '' : `${day}, `}${time} ${zone}`}
        />
        <SecretField label="Code" value={code} allow={allow} hideEnd />
        <SecretField label="App link" value={exchange_url} allow={allow} hideEnd />
        {until - made_at >= PRINTABLE_MS && <PrintCardButton sheet={sheet} allow={allow} />}
      </div>
    </div>
  )
}

/** A picture is a secret as well: covered until asked for, and again after 30 seconds. */
function HiddenQr({ value, allow }: { value: string; allow: AllowSecret }) {
  const { shown, left, failed, toggle } = useShown(allow)
  return (
    <div className="flex w-[182px] flex-col gap-2 print:hidden">
      {shown ? (
        <QrCode value={value} label="QR code of the app link" />
      ) : (
        <span className="grid size-[182px] place-items-center rounded-card border border-dashed border-control bg-sunken text-ink-3">
          <span className="flex flex-col items-center gap-2 text-xs">
            <QrMark aria-hidden="true" className="size-8" strokeWidth={1.4} />
            QR code hidden
          </span>
        </span>
      )}
      <Button onPress={toggle} aria-pressed={shown}>
        {shown ? (
          <EyeOff aria-hidden="true" className="size-4" strokeWidth={1.8} />
        ) : (
          <QrMark aria-hidden="true" className="size-4" strokeWidth={1.8} />
        )}
        {shown ? `Hide QR code (${formatCountdown(left)})` : 'Show QR code'}
      </Button>
      {failed && <FailedLine>{NOT_ON_RECORD}</FailedLine>}
    </div>
  )
}
