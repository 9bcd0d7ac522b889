'use client'
/** A message to a patient in one step: what, and how. A link is made when it's sent, and is only in the app that opens. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Mail, MessageSquare, Send } from 'lucide-react'
import { Fragment, useState } from 'react'
import { proxyWords, useToday } from '#components/patterns/domain/patient.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { KindChoice } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { Tag } from '#components/ui/display/pill.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { listSubjectChanges } from '#lib/domains/audit/person.ts'
import { isOpen } from '#lib/domains/bookings/booking.ts'
import { orderBookingsQuery } from '#lib/domains/bookings/queries.ts'
import {
  filledText,
  listMessageTemplates,
  MESSAGES,
  type MessageChannel,
  type MessageTexts,
  messageHref,
  prepareMessage,
  type Template,
} from '#lib/domains/contacts/messages.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import { readablePhone, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { contactOf } from '#lib/domains/orders/patient.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { providersQuery, type UserAddress } from '#lib/domains/users/queries.ts'
import { createPortalUrl } from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { copyText } from '#lib/utils/browser/browser.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { SourcePicker, sourceOptions } from './source-picker.tsx'

interface SendMessageProps extends UserAddress {
  order_id?: string
  /** Values that are known, by the message that they are for; a link is made, and any other is asked for. */
  values?: Partial<Record<Template, string>>
  templates: readonly Template[]
  label: string
}

export function SendMessage({ label, ...props }: SendMessageProps) {
  const [isOpen, setOpen] = useState(false)
  const mayLink = useMay(createLinkToken.permission)
  const mayPrepare = useMay(prepareMessage.permission)
  const templates = props.templates.filter((template) => mayLink || !isLink(template))
  if (!mayPrepare || templates.length === 0) return null
  return (
    <>
      <Button icon={Send} onPress={() => setOpen(true)} className="max-rail:h-11 print:hidden">
        {label}
      </Button>
      {isOpen && <SendDialog {...props} label={label} templates={templates} onClose={() => setOpen(false)} />}
    </>
  )
}

/** About one order: the value of each message as far as the order and its bookings hold one. */
export function OrderMessages({ environment, order_id }: { environment: string; order_id: string }) {
  const { data } = useQuery(orderQuery(environment, order_id))
  const order = data?.orders.find(({ id }) => id === order_id)
  const bookings = useQuery({ ...orderBookingsQuery(environment, order_id), enabled: order !== undefined })
  const clock = useWallClock()
  if (!order) return null
  const tracking = order.details.data?.shipment?.outbound_tracking_number
  const visit = bookings.data?.bookings.find(({ state, start_at }) => isOpen(state) && start_at !== null)
  const zone = visit?.iana_timezone ?? clock.zone
  const values = {
    ...(tracking && { kit_tracking: tracking }),
    ...(visit?.start_at && { visit_time: formatInstant(visit.start_at, { ...clock, zone }) }),
  }
  const isKnown = (template: Template) => OF_ORDER.has(template) || template in values
  const templates = (['kit_tracking', 'visit_time', 'service_center', 'portal_link'] as const).filter(isKnown)
  return <SendMessage {...{ environment, order_id, values, templates }} user_id={order.user_id} label="Send message" />
}

/** A link is made, and an address is asked for. */
const OF_ORDER: ReadonlySet<Template> = new Set(['portal_link', 'service_center'])

const isLink = (template: Template) => template === 'portal_link' || template === 'source_link'

const DONE: Readonly<Record<MessageChannel, string>> = {
  sms: 'SMS prepared. Send it in the app that opened.',
  email: 'Email prepared. Send it in the app that opened.',
  copy: 'Text copied.',
}

/** Opens the app for it; the address, which holds the text, is never part of the page. */
function openApp(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.click()
}

/** To the patient, or to who answers for a minor; null where it isn't on file, masked, or not known. */
function useRecipient(address: UserAddress) {
  const { masked } = usePatientData()
  const { info } = useUserInfo(address, null)
  const { minor, proxy, call } = contactOf(null, info, useToday())
  const email = minor === null ? info?.email : emailOf(info?.medical_proxy)
  const shown = (value: string | null | undefined) => (!value || masked || isMasked(value) ? null : value)
  return {
    isHidden: masked || isMasked(call),
    name: minor === null ? null : proxyWords(proxy),
    sms: shown(call),
    email: shown(email),
  }
}

function emailOf(proxy: UserInfo['medical_proxy']): string | null {
  const email = proxy?.['email']
  return typeof email === 'string' ? email : null
}

function SendDialog(props: SendMessageProps & { onClose: () => void }) {
  const { environment, user_id, order_id, values = {}, templates, label, onClose } = props
  const client = useQueryClient()
  const [template, setTemplate] = useState(templates[0] ?? 'portal_link')
  const [source, setSource] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const { kept, make, clear } = useSecret<string>()
  const recipient = useRecipient({ environment, user_id })
  const { data, error } = useQuery(consoleQuery(listMessageTemplates, { params: { environment } }, {}))
  const texts = data?.templates.find((one) => one.template === template)
  const connections = useQuery({ ...providersQuery({ environment, user_id }), enabled: template === 'source_link' })
  const change = (next: () => void) => {
    clear()
    setProblem(null)
    next()
  }

  async function makeLink(signal?: AbortSignal): Promise<string> {
    if (template === 'portal_link') {
      const body = { context: 'communications', order_id: order_id ?? null } as const
      return (await request(createPortalUrl, { params: { user_id }, body }, { environment }, signal && { signal })).url
    }
    const body = { user_id, provider: source }
    return (await request(createLinkToken, { body }, { environment }, signal && { signal })).link_web_url
  }

  /** A link that was made stands for every way to send it, for as long as the dialog is open. */
  async function valueToSend(): Promise<string | RequestError> {
    if (!isLink(template)) return values[template] ?? typed.trim()
    if (kept) return kept.value
    let link = ''
    const refused = await make(async (signal) => {
      link = await makeLink(signal)
      return { value: link, until: Date.now() + HOLD_MS }
    })
    return refused ?? link
  }

  async function send(channel: MessageChannel) {
    if (!texts || isSending) return
    setProblem(null)
    const value = await valueToSend()
    if (value instanceof RequestError) return setProblem(value.message)
    if (value === '') return setProblem('Enter the address of the service center.')
    const body = { template, channel, ...(order_id && { order_id }) }
    await consoleRequest(prepareMessage, { params: { environment, user_id }, body }, {})
    const message = filledText(template, channel === 'email' ? texts.email_text : texts.sms_text, value)
    const to = channel === 'copy' ? null : recipient[channel]
    if (channel === 'copy' && !(await copyText(message))) return setProblem('The text couldn’t be copied. Try again.')
    if (channel !== 'copy' && to) openApp(messageHref(channel, to, { ...texts, body: message }))
    void client.invalidateQueries({ queryKey: ['console', listSubjectChanges.name] })
    toast({ kind: 'done', title: DONE[channel] })
    onClose()
  }

  const press = async (channel: MessageChannel) => {
    setSending(true)
    try {
      await send(channel)
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      setProblem(failure.message)
    } finally {
      setSending(false)
    }
  }
  const isBlocked = !texts || isSending
  return (
    <Dialog isOpen onClose={onClose} sheet className="max-w-[480px]">
      <div className="flex flex-col gap-4 p-5">
        <DialogTitle>{label}</DialogTitle>
        {templates.length > 1 && (
          <RadioGroup
            label="Message"
            isLabelHidden
            look="cards"
            className="min-[420px]:grid-cols-2"
            value={template}
            options={templates.map((value) => ({ value, label: MESSAGES[value].label }))}
            onChange={(next) => change(() => setTemplate(next))}
          />
        )}
        {template === 'source_link' && (
          <SourcePicker
            label="Source"
            placeholder="Any source"
            options={sourceOptions(connections.data?.providers ?? [])}
            value={source}
            onChange={(slug) => change(() => setSource(slug))}
            problem={undefined}
          />
        )}
        {!isLink(template) && values[template] === undefined && (
          <Field label="Address" value={typed} onChange={setTyped} verbatim autoComplete="off" />
        )}
        {texts && <Preview {...{ template, texts }} value={values[template] ?? typed.trim()} />}
        <p className="text-ink-2">
          <RecipientLine {...recipient} />
        </p>
        {(problem ?? error) && <FailedLine>{problem ?? 'The texts didn’t load. Close this and try again.'}</FailedLine>}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-5 py-3 *:max-rail:h-11 *:max-rail:flex-1">
        <Button
          look="primary"
          icon={MessageSquare}
          isDisabled={isBlocked || !recipient.sms}
          onPress={() => void press('sms')}
        >
          Open SMS
        </Button>
        <Button icon={Mail} isDisabled={isBlocked || !recipient.email} onPress={() => void press('email')}>
          Open email
        </Button>
        <Button icon={Copy} isDisabled={isBlocked} onPress={() => void press('copy')}>
          Copy text
        </Button>
        <Button className="ml-auto max-rail:ml-0" onPress={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

const PREVIEWS = ['SMS or copy', 'Email'] as const

/** The text as it will be sent; a secret link, which isn't made yet, stands as a word. */
function Preview({ template, texts, value }: { template: Template; texts: MessageTexts; value: string }) {
  const [kind, setKind] = useState<(typeof PREVIEWS)[number]>('SMS or copy')
  const isEmail = kind === 'Email'
  const parts = (isEmail ? texts.email_text : texts.sms_text).split(MESSAGES[template].blank)
  return (
    <section aria-label="Preview" className="rounded-control border border-line bg-sunken px-3 py-2.5">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h3 className="text-sm text-ink-3">Preview</h3>
        <KindChoice label="Show preview of" kinds={PREVIEWS} kind={kind} onChange={setKind} />
      </div>
      {isEmail && <p className="font-control break-words">{texts.email_title}</p>}
      <p className="max-h-44 overflow-y-auto break-words whitespace-pre-wrap">
        {parts.map((words, at) => (
          <Fragment key={parts.slice(0, at + 1).join('|')}>
            {at > 0 && (value === '' ? <Tag>{isLink(template) ? 'new link' : 'address'}</Tag> : value)}
            {words}
          </Fragment>
        ))}
      </p>
    </section>
  )
}

function RecipientLine({ isHidden, name, sms, email }: ReturnType<typeof useRecipient>) {
  if (isHidden) return <span>Phone and email are hidden. Verify the caller or show patient data to open an app.</span>
  const ways = [sms && readablePhone(sms), email].filter(Boolean).join(' or ')
  if (ways === '') return <span>No phone or email on file. Copy the text instead.</span>
  return (
    <span>
      To <Redact noun="Phone or email">{[name, ways].filter(Boolean).join(', ')}</Redact>
    </span>
  )
}
