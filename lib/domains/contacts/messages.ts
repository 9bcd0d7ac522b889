/** Texts for patients, as administrators word them. A text is filled in and opened in the browser alone: no server sees it. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'

export const TEMPLATES = ['portal_link', 'source_link', 'kit_tracking', 'visit_time', 'service_center'] as const
export type Template = (typeof TEMPLATES)[number]

export const MESSAGE_CHANNELS = ['sms', 'email', 'copy'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

export interface MessageTexts {
  email_title: string
  email_text: string
  sms_text: string
}

interface Defaults extends MessageTexts {
  label: string
  /** Stands in each text for the one value that the message is about. */
  blank: string
}

/** As the product comes. */
export const MESSAGES: Readonly<Record<Template, Defaults>> = {
  portal_link: {
    label: 'Portal link',
    blank: '{link}',
    email_title: 'Your patient portal',
    email_text:
      'Hello,\n\nOpen your patient portal here:\n{link}\n\nThe link is for you alone. Please don’t forward it.',
    sms_text: 'Open your patient portal: {link} The link is for you alone.',
  },
  source_link: {
    label: 'Link to connect a source',
    blank: '{link}',
    email_title: 'Connect your device or app',
    email_text: 'Hello,\n\nConnect your device or app here:\n{link}\n\nThe link works for a few minutes.',
    sms_text: 'Connect your device or app: {link} The link works for a few minutes.',
  },
  kit_tracking: {
    label: 'Tracking number',
    blank: '{tracking_number}',
    email_title: 'Your test kit',
    email_text: 'Hello,\n\nYour test kit is on its way. Its tracking number is {tracking_number}.',
    sms_text: 'Your test kit is on its way. Tracking number: {tracking_number}',
  },
  visit_time: {
    label: 'Visit time',
    blank: '{visit_time}',
    email_title: 'Your appointment',
    email_text: 'Hello,\n\nYour appointment is on {visit_time}. Reply if you can’t make it.',
    sms_text: 'Your appointment is on {visit_time}. Reply if you can’t make it.',
  },
  service_center: {
    label: 'Service center',
    blank: '{center_address}',
    email_title: 'Your service center',
    email_text: 'Hello,\n\nPlease come to this service center:\n{center_address}',
    sms_text: 'Please come to this service center: {center_address}',
  },
}

export const MESSAGE_MAX = { email_title: 120, email_text: 2_000, sms_text: 480 } as const

const text = (max: number) =>
  z.string().overwrite(TEXT_FIELDS.note.clean).min(1, 'Enter a text.').max(max, `Use at most ${max} characters.`)

export const messageTexts = z.object({
  email_title: text(MESSAGE_MAX.email_title).refine((line) => !/[\n{}]/.test(line), 'Use one line, without { and }.'),
  email_text: text(MESSAGE_MAX.email_text),
  sms_text: text(MESSAGE_MAX.sms_text),
})

/** Returns why a text can't be filled in; null where it can. */
export function blankProblem(template: Template, words: string): string | null {
  const { blank } = MESSAGES[template]
  const found: string[] = words.match(/\{[^}]*\}?|\}/g) ?? []
  if (!found.includes(blank)) return `Put ${blank} where the value goes.`
  return found.every((each) => each === blank) ? null : `Use no braces except in ${blank}.`
}

/** Returns a text with its value in every blank; signs in the value stay as they are. Pure. */
export const filledText = (template: Template, words: string, value: string) =>
  words.replaceAll(MESSAGES[template].blank, () => value)

/** Returns the address by which a browser opens the text in another app. */
export function messageHref(
  channel: 'sms' | 'email',
  to: string,
  texts: Pick<MessageTexts, 'email_title'> & { body: string },
) {
  const body = encodeURIComponent(texts.body.replaceAll('\n', channel === 'email' ? '\r\n' : '\n'))
  if (channel === 'sms') return `sms:${to.replace(/[^\d+]/g, '')}?&body=${body}`
  return `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(texts.email_title)}&body=${body}`
}

const messageTemplate = messageTexts.extend({
  template: z.enum(TEMPLATES),
  /** 0 for the texts that the product comes with. */
  version: z.int().min(0),
  changed_at: isoDateTime.nullable(),
  /** By the name they had then. */
  changed_by: z.string().nullable(),
})
export type MessageTemplate = z.infer<typeof messageTemplate>

export const listMessageTemplates = endpoint({
  name: 'list_message_templates',
  path: '/settings/{environment}/messages',
  permission: 'contacts:write',
  params: inEnvironment,
  response: z.object({ templates: z.array(messageTemplate) }),
})

/** 409 where somebody has changed it since `version`. */
export const changeMessageTemplate = endpoint({
  name: 'change_message_template',
  method: 'PATCH',
  path: '/settings/{environment}/messages/{template}',
  permission: 'staff:manage',
  params: inEnvironment.extend({ template: z.enum(TEMPLATES) }),
  body: messageTexts.extend({ version: z.int().min(0) }),
  response: messageTemplate,
})

/** Puts on record that a message was prepared, before it is opened: which one and for which app, never its text or address. */
export const prepareMessage = endpoint({
  name: 'prepare_message',
  method: 'POST',
  path: '/messages/{environment}/{user_id}',
  permission: 'contacts:write',
  params: inEnvironment.extend({ user_id: uuid }),
  body: z.object({ template: z.enum(TEMPLATES), channel: z.enum(MESSAGE_CHANNELS), order_id: uuid.nullish() }),
  response: z.null(),
  success: [204],
})
