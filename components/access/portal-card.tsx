import { useQuery } from '@tanstack/react-query'
import { ClipboardPen, Clock, ExternalLink, LockKeyhole, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { type FormHandle, useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ClearedNote, ClearedText } from '#components/patterns/secret/link-secret.tsx'
import { PrintCardButton } from '#components/patterns/secret/print-card.tsx'
import { type AllowSecret, SecretField } from '#components/patterns/secret/secret-field.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { primaryLink } from '#components/ui/button/link-button.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { RadioGroup, type RadioOption } from '#components/ui/field/radio-group.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { createPortalUrl } from '#lib/domains/users/user.ts'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import { request } from '#lib/kernel/client/request.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'
import { instantDay, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'

interface AccessCardProps {
  api: FormHandle
  icon: LucideIcon
  title: string
  summary: string
  foot: ReactNode
  action: ReactNode
  children: ReactNode
}

/** One way to let a person in: a form of its own, with its result in its middle and its button at its foot. */
export function AccessCard({ api, icon: Icon, title, summary, foot, action, children }: AccessCardProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-surface shadow-1">
      <ApiForm api={api} className="flex h-full flex-col">
        <header className="flex gap-3 px-4 pt-4 pb-3.5">
          <span className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-ink">
            <Icon className="size-[17px]" />
          </span>
          <div className="min-w-0">
            <h2 className="text-base">{title}</h2>
            <p className="text-ink-3">{summary}</p>
          </div>
        </header>
        <div className="flex flex-1 flex-col gap-4 px-4 pb-4">
          <FormSummary api={api} />
          {children}
          <FormProblem api={api} />
        </div>
        <footer className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 text-xs text-ink-3 print:hidden">
          <p className="min-w-0 flex-1 basis-48">{foot}</p>
          {action}
        </footer>
      </ApiForm>
    </section>
  )
}

/** The user that the cards act for, and the check that runs before a secret is shown. */
export interface AccessCardContext {
  environment: string
  user_id: string
  allow: AllowSecret
}

/** Interprets `expires_in`: the specification gives no unit (gap "expires_in"). */
const UNITS = [
  { unit: 'seconds', length: SECOND },
  { unit: 'minutes', length: MINUTE },
  { unit: 'hours', length: HOUR },
  { unit: 'days', length: DAY },
] as const

/** Spec, endpoint 6: `launch` lasts minutes, `communications` weeks. */
const EXPECTED: Readonly<Record<string, readonly [least: number, most: number]>> = {
  launch: [MINUTE, 2 * HOUR],
  communications: [3 * DAY, 92 * DAY],
}

interface LikelyLifetime {
  unit: (typeof UNITS)[number]['unit']
  /** Milliseconds. */
  length: number
}

/** Seconds, as almost every service counts; another unit only where seconds would contradict the context. */
export function likelyLifetime(expires_in: number, context: string): LikelyLifetime {
  const [least, most] = EXPECTED[context] ?? [0, Number.POSITIVE_INFINITY]
  const readings = UNITS.map(({ unit, length }) => ({ unit, length: expires_in * length }))
  const fitting = readings.find(({ length }) => length >= least && length <= most)
  return fitting ?? { unit: 'seconds', length: expires_in * SECOND }
}

const WORDS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const

/** `14 days`, `15 minutes`, `1 hour 30 minutes`. */
export function lengthLabel(length: number): string {
  const at = WORDS.findIndex(([unit]) => length >= unit)
  const parts: string[] = []
  let rest = length
  for (const [unit, word] of WORDS.slice(at < 0 ? WORDS.length - 1 : at).slice(0, 2)) {
    const count = Math.floor(rest / unit)
    rest -= count * unit
    if (count > 0) parts.push(`${count} ${word}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ') || '0 seconds'
}

interface Portal {
  url: string
  context: string
  expires_in: number
  lifetime: LikelyLifetime
}

/** The number as it was sent, and how it most likely reads: the specification gives no unit. */
function PortalExpiry({ portal: { expires_in, lifetime } }: { portal: Portal }) {
  return (
    <span className="flex items-start gap-1.5">
      <Clock className="mt-px size-3.5 shrink-0" />
      <span>
        <Verbatim className="font-mono">expires_in {expires_in}</Verbatim>, which is {lengthLabel(lifetime.length)} if
        counted in {lifetime.unit}
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

function PortalSecret({ portal: { url, context, lifetime }, made_at, until, allow }: PortalSecretProps) {
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

/** The newest; the service gives no more at once. */
const SHOWN = 100

interface OrderPickerProps {
  context: AccessCardContext
  value: string | null
  onChange: (value: string | null) => void
  problem: string | undefined
}

function orderLabel({ id, lab_test, created_at }: Order, clock: WallClock) {
  const instant = parseInstant(created_at)
  const day = Number.isNaN(instant) ? created_at : instantDay(instant, clock)
  return `${lab_test.name}, ${day}, ${shortId(id)}`
}

/** One of the person's orders, for the portal to open at. */
function OrderPicker({ context: { environment, user_id }, value, onChange, problem }: OrderPickerProps) {
  const clock = useWallClock()
  const input = { query: { user_id, size: SHOWN } }
  const { data, isPending, isError } = useQuery(servicePage(listOrders, input, { environment }))
  const orders = data?.orders ?? []
  const hint = () => {
    if (isPending) return 'Loading orders.'
    if (isError) return 'The orders didn’t load, so the link can only open the portal home page.'
    if (orders.length === 0) return 'This patient has no orders.'
    return (data?.total ?? 0) > SHOWN ? `Showing the newest ${SHOWN}.` : undefined
  }
  return (
    <div>
      <SelectField
        label="Open at order (optional)"
        value={value ?? ''}
        onChange={(id) => onChange(id || null)}
        hint={hint()}
      >
        <option value="">Portal home</option>
        {orders.map((order) => (
          <option key={order.id} value={order.id} translate="no">
            {orderLabel(order, clock)}
          </option>
        ))}
      </SelectField>
      {problem && <FailedLine>{problem}</FailedLine>}
    </div>
  )
}

/** The two contexts of the specification (endpoint 6) in a person's words. */
const CONTEXTS: readonly RadioOption<string>[] = [
  { value: 'launch', label: 'Open now', hint: 'Works for minutes. Use it during a call.' },
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

function PortalContexts({ value, ...props }: PortalContextsProps) {
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

const FIELDS = [
  { path: 'context', label: 'Purpose of the link' },
  { path: 'order_id', label: 'Order' },
] as const

/** Maps the response to the card's state: a 422 that names no field means no demographics (spec, endpoint 6). */
function faceOf(error: RequestError | null) {
  if (error?.status === 403) return 'not_enabled'
  return error?.status === 422 && error.issues.length === 0 ? 'no_demographics' : 'form'
}

export function PortalCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const { kept, error, cleared_at, make, clear } = useSecret<Portal>()
  const api = useApiForm({
    schema: createPortalUrl.body,
    defaultValues: { context: 'launch', order_id: null },
    fields: FIELDS,
    speaker: 'service',
    send: async (body) => {
      const input = { params: { user_id }, body }
      const refused = await make(async (signal) => {
        const { url, expires_in } = await request(createPortalUrl, input, { environment }, { signal })
        const lifetime = likelyLifetime(expires_in, body.context)
        const value = { url, context: body.context, expires_in, lifetime }
        return { value, until: Date.now() + Math.min(HOLD_MS, lifetime.length) }
      })
      if (refused) throw refused
    },
  })
  /** True when the form has changed since the link was created. */
  const changed =
    <T,>(onChange: (value: T) => void) =>
    (value: T) => {
      clear()
      onChange(value)
    }
  const face = faceOf(error)
  const goBack = () => {
    clear()
    api.forget()
  }
  if (error && face === 'not_enabled') return <PortalNotEnabled detail={error.message} onBack={goBack} />
  if (error && face === 'no_demographics')
    return <DemographicsFirst context={desk} detail={error.message} onBack={goBack} />
  return (
    <AccessCard
      api={api}
      icon={ExternalLink}
      title="Portal link"
      summary="Opens the patient portal, already signed in as this patient."
      foot={kept ? <PortalExpiry portal={kept.value} /> : 'The link appears here after you create it.'}
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'Create another' : 'Create portal link'}
        </PendingButton>
      }
    >
      <Controller
        control={api.form.control}
        name="context"
        render={({ field }) => (
          <PortalContexts
            id={fieldId(api.id, field.name)}
            value={field.value}
            onChange={changed(field.onChange)}
            problem={api.problem(field.name)}
          />
        )}
      />
      <Controller
        control={api.form.control}
        name="order_id"
        render={({ field }) => (
          <OrderPicker
            context={desk}
            value={field.value ?? null}
            onChange={changed(field.onChange)}
            problem={api.problem(field.name)}
          />
        )}
      />
      {kept && <PortalSecret portal={kept.value} made_at={kept.made_at} until={kept.until} allow={allow} />}
      {cleared_at !== null && <ClearedText noun="Portal link" at={cleared_at} />}
    </AccessCard>
  )
}

interface RefusedCardProps {
  icon: LucideIcon
  title: string
  detail: string
  actions: ReactNode
  children: ReactNode
}

/** The portal card when there can be no link: why, and the way on. It takes the focus that the form had. */
function RefusedCard({ icon: Icon, title, detail, actions, children }: RefusedCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label="Portal link" className="flex flex-col rounded-card border border-line bg-surface shadow-1">
      <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-8 text-center">
        <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <Icon className="size-5" />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-base">
          {title}
        </h2>
        <p className="max-w-[400px] text-ink-2">{children}</p>
        <div className="flex flex-wrap justify-center gap-2">{actions}</div>
        <p translate="no" className="font-mono text-xs break-words text-ink-3">
          detail: “{detail}”
        </p>
      </div>
    </section>
  )
}

interface RefusalProps {
  detail: string
  onBack: () => void
}

/** The form for demographics leads back here when it is saved. */
function DemographicsFirst({
  context: { environment, user_id },
  detail,
  onBack,
}: RefusalProps & { context: AccessCardContext }) {
  const page = `/${environment}/users/${user_id}`
  return (
    <RefusedCard
      icon={ClipboardPen}
      title="Add demographics first"
      detail={detail}
      actions={
        <>
          <Link href={`${page}/demographics?next=${encodeURIComponent(`${page}/access`)}`} className={primaryLink}>
            Add demographics
          </Link>
          <Button onPress={onBack}>Try again</Button>
        </>
      }
    >
      The portal shows patients their own record, and this patient has none yet. Add their demographics; you’ll come
      back here when they’re saved.
    </RefusedCard>
  )
}

function PortalNotEnabled({ detail, onBack }: RefusalProps) {
  return (
    <RefusedCard
      icon={LockKeyhole}
      title="Portal links aren’t enabled"
      detail={detail}
      actions={<Button onPress={onBack}>Try again</Button>}
    >
      Portal links are in closed beta, and the service enables them per team. Ask your account contact at the service to
      turn them on. Everything else on this page works without them.
    </RefusedCard>
  )
}
