'use client'

import { EyeOff, KeyRound, QrCode, QrCode as QrMark, ScrollText } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { FormField, FormWhich } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { DisclosureCard } from '#components/patterns/page/disclosure-card.tsx'
import { ClearedNote, ClearedText } from '#components/patterns/secret/link-secret.tsx'
import { PrintCardButton } from '#components/patterns/secret/print-card.tsx'
import { type AllowSecret, NOT_ON_RECORD, SecretField, useShown } from '#components/patterns/secret/secret-field.tsx'
import { NoRight } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { CountdownRing } from '#components/ui/display/countdown-ring.tsx'
import { FailedLine, Notice } from '#components/ui/display/notice.tsx'
import { QrCode as QrPicture } from '#components/ui/display/qr-code.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import { createLinkCode } from '#lib/domains/access/link.ts'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { useSecretReport } from '#lib/domains/audit/report-secret.ts'
import { createSignInToken } from '#lib/domains/users/user.ts'
import { request } from '#lib/kernel/client/request.ts'
import { clockNow, clockShift } from '#lib/utils/time/clock.ts'
import { formatCountdown, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { formatInstant, instantParts, parseInstant } from '#lib/utils/time/instants.ts'
import { chosenOf, localInstants, timeProblem } from '#lib/utils/time/local-input.ts'
import { LinkTokenCard } from './link-token-card.tsx'
import { AccessCard, type AccessCardContext, PortalCard } from './portal-card.tsx'

/** How long a code may work: the service's own hour, a length from now, or an instant of one's own. */
const LIFETIMES = [
  { value: 'default', label: '1 hour', length: null },
  { value: '15', label: '15 minutes', length: 15 * MINUTE },
  { value: '240', label: '4 hours', length: 4 * HOUR },
  { value: '1440', label: '1 day', length: 24 * HOUR },
  { value: 'until', label: 'Until a time you choose', length: null },
] as const

/** The contract's own field, and how its value is chosen. The time is on clocks of the viewer's zone. */
export const linkCodeForm = (zone: string) =>
  z
    .object({
      lifetime: z.string(),
      expires_at: createLinkCode.query.shape.expires_at,
      /** Picks `first` or `second` for a time that comes twice because clocks go back. */
      which: z.string(),
    })
    .superRefine(({ lifetime, expires_at, which }, context) => {
      if (lifetime !== 'until') return
      const refuse = (message: string, path = 'expires_at') =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (!expires_at) return refuse('Choose a date and time.')
      const instants = localInstants(expires_at, zone)
      const problem = timeProblem(instants, which, zone)
      if (problem) return refuse(problem.message, problem.path === 'time' ? 'expires_at' : problem.path)
      const at = chosenOf(instants, which)?.getTime() ?? 0
      if (at <= clockNow()) refuse('This time is in the past. Choose a later one.')
    })

/** Null for the service's own default. */
export function expiryOf(
  { lifetime, expires_at, which }: z.output<ReturnType<typeof linkCodeForm>>,
  { now, zone }: { now: number; zone: string },
): string | null {
  if (lifetime === 'until') return chosenOf(localInstants(expires_at ?? '', zone), which)?.toISOString() ?? null
  const length = LIFETIMES.find(({ value }) => value === lifetime)?.length
  return length ? new Date(now + length).toISOString() : null
}

const FIELDS = [
  { path: 'lifetime', label: 'Works for' },
  { path: 'expires_at', label: 'Until' },
  { path: 'which', label: 'Which of the two' },
] as const

function LinkCodeCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const clock = useWallClock()
  const { kept, cleared_at, make } = useSecret<MadeCode>()
  const api = useApiForm({
    schema: linkCodeForm(clock.zone),
    defaultValues: { lifetime: 'default', expires_at: null, which: '' },
    fields: FIELDS,
    speaker: 'service',
    send: async (form) => {
      const refused = await make(async (signal) => {
        const expires_at = expiryOf(form, { now: clockNow(), zone: clock.zone })
        const query = { user_id, ...(expires_at && { expires_at }) }
        const made = await request(createLinkCode, { query }, { environment }, { signal })
        return { value: made, until: parseInstant(made.expires_at) - clockShift() }
      })
      if (refused) throw refused
    },
  })
  const made = kept && instantParts(kept.made_at, clock)
  return (
    <AccessCard
      api={api}
      icon={QrCode}
      title="Mobile link code"
      summary="The patient scans this in the app to share phone health data."
      foot={
        made
          ? `Created ${made.time} ${made.zone} by you.`
          : 'Expires after one hour unless you choose a time. The service allows at most 24 hours.'
      }
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'Create another' : 'Create code'}
        </PendingButton>
      }
    >
      <div className="grid items-start gap-4 min-[520px]:grid-cols-2">
        <Controller
          control={api.form.control}
          name="lifetime"
          render={({ field }) => (
            <SelectField label="Works for" value={field.value} onChange={field.onChange}>
              <Options of={LIFETIMES.map(({ value, label }) => [value, label])} />
            </SelectField>
          )}
        />
        {api.values.lifetime === 'until' && (
          <FormField
            control={api.form.control}
            name="expires_at"
            label={`Until, ${instantParts(clockNow(), clock).zone}`}
            type="datetime-local"
          />
        )}
        {api.values.lifetime === 'until' && (
          <FormWhich
            control={api.form.control}
            name="which"
            instants={localInstants(api.values.expires_at ?? '', clock.zone)}
          />
        )}
      </div>
      {kept && <CodeSecret made={kept.value} made_at={kept.made_at} until={kept.until} allow={allow} />}
      {cleared_at !== null && <ClearedText noun="Link code" at={cleared_at} />}
    </AccessCard>
  )
}

/** The token takes no input: the form is its button. */
const NO_VALUES = z.object({})

function SignInCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const clock = useWallClock()
  const { kept, cleared_at, make } = useSecret<string>()
  const api = useApiForm({
    schema: NO_VALUES,
    defaultValues: {},
    fields: [],
    speaker: 'service',
    send: async () => {
      const refused = await make(async (signal) => {
        const made = await request(createSignInToken, { params: { user_id } }, { environment }, { signal })
        return { value: made.sign_in_token, until: Date.now() + HOLD_MS }
      })
      if (refused) throw refused
    },
  })
  const made = kept && instantParts(kept.made_at, clock)
  return (
    <AccessCard
      api={api}
      icon={KeyRound}
      title="Sign-in token"
      summary="Signs in one app install as this patient. The session stays on the device."
      foot={made ? `Created ${made.time} ${made.zone} by you.` : 'The token appears here after you create it.'}
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'Make new token' : 'Create sign-in token'}
        </PendingButton>
      }
    >
      <Notice kind="warn" title="Make one per install, not per launch.">
        Anyone who has it can sign in as this patient. Give it to the app, never to a person.
      </Notice>
      {kept && (
        <div className="flex flex-col gap-3">
          <SecretField label="Token" value={kept.value} allow={allow} />
          <ClearedNote until={kept.until} />
        </div>
      )}
      {cleared_at !== null && <ClearedText noun="Sign-in token" at={cleared_at} />}
    </AccessCard>
  )
}

interface AccessViewProps {
  environment: string
  user_id: string
  /** Why the viewer may not make links and codes, and whom to ask; null where they may. */
  denial: string | null
}

/** Four ways to let one person in, three of them for developers. Another person needs another view (`key`): no secret goes along. */
export function AccessView({ environment, user_id, denial }: AccessViewProps) {
  const allow = useSecretReport(environment, user_id)
  if (denial) return <NoRight subject="Links and codes" detail={denial} />
  const context = { environment, user_id, allow }
  return (
    <div className="flex max-w-[1280px] flex-col gap-4">
      <PortalCard context={context} />
      <DisclosureCard id="for-developers" title="For developers" summary="Link token, mobile code, sign-in token">
        <div className="grid items-start gap-4 *:flex *:min-w-0 *:flex-col *:gap-4 min-[1000px]:grid-cols-2">
          <div>
            <LinkTokenCard context={context} />
          </div>
          <div>
            <LinkCodeCard context={context} />
            <SignInCard context={context} />
          </div>
        </div>
      </DisclosureCard>
      <p className="flex items-start gap-2 text-xs text-ink-3 print:hidden">
        <ScrollText className="mt-px size-3.5 shrink-0" />
        The audit log records with your name every link, code and token you create, show, copy or print here. It never
        records the values.
      </p>
    </div>
  )
}

interface MadeCode {
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
function CodeSecret({ made: { code, exchange_url, expires_at }, made_at, until, allow }: CodeSecretProps) {
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
        <QrPicture value={value} label="QR code of the app link" />
      ) : (
        <span className="grid size-[182px] place-items-center rounded-card border border-dashed border-control bg-sunken text-ink-3">
          <span className="flex flex-col items-center gap-2 text-xs">
            <QrMark className="size-8 stroke-[1.4]" />
            QR code hidden
          </span>
        </span>
      )}
      <Button icon={shown ? EyeOff : QrMark} onPress={toggle} aria-pressed={shown}>
        {shown ? `Hide QR code (${formatCountdown(left)})` : 'Show QR code'}
      </Button>
      {failed && <FailedLine>{NOT_ON_RECORD}</FailedLine>}
    </div>
  )
}
