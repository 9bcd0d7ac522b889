/** Notes about users and orders, contacts with people, and what they ask about their data. Kept in this console only; entries never change: see `corrects`. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDate, isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { orderId, personal, userId } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'

export const CHANNELS = ['phone', 'email', 'sms', 'in_person'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  phone: 'Phone',
  email: 'Email',
  sms: 'SMS',
  in_person: 'In person',
}

export const CONTACT_OUTCOMES = ['reached', 'voicemail', 'no_answer', 'wrong_number'] as const
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number]
export const OUTCOME_LABELS: Readonly<Record<ContactOutcome, string>> = {
  reached: 'Reached',
  voicemail: 'Voicemail',
  no_answer: 'No answer',
  wrong_number: 'Wrong number',
}

export const CONTACTED = ['patient', 'guardian', 'provider', 'lab'] as const
export type Contacted = (typeof CONTACTED)[number]
export const CONTACTED_LABELS: Readonly<Record<Contacted, string>> = {
  patient: 'Patient',
  guardian: 'Guardian',
  provider: 'Provider',
  lab: 'Lab',
}

export const CONTACT_NOTE_MAX = 4_000
const TICKET_MAX = 500
const MAX_MENTIONS = 20

/** Stored with each entry, beside its ID, author and time. */
export const contactBody = z.object({
  /** Null where it is about the person and no order. */
  order_id: orderId.nullable(),
  /** Free text: nobody can say that no patient is in it. */
  note: personal(z.string()),
  /** Stays above everything else. */
  pinned: z.boolean(),
  /** Colleagues, by the names they had then. */
  mentions: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Null for a note. */
  channel: z.enum(CHANNELS).nullable(),
  outcome: z.enum(CONTACT_OUTCOMES).nullable(),
  contacted: z.enum(CONTACTED).nullable(),
  ticket_url: personal(z.string()).nullable(),
  /** ID of the first entry, which this one replaces. */
  corrects: uuid.nullable(),
})

const contact = contactBody.extend({
  id: uuid,
  user_id: userId,
  at: isoDateTime,
  by_id: z.string(),
  by_name: z.string(),
})
export type Contact = z.infer<typeof contact>

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

export const newContact = z
  .object({
    /** Made by the browser, so that an entry that is sent twice is kept once. */
    id: uuid,
    order_id: uuid.nullish(),
    note: z
      .string()
      .overwrite(TEXT_FIELDS.note.clean)
      .max(CONTACT_NOTE_MAX, `Use at most ${CONTACT_NOTE_MAX} characters.`),
    pinned: z.boolean().optional(),
    /** IDs of colleagues who can enter the environment. */
    mentions: z.array(z.string().min(1).max(64)).max(MAX_MENTIONS).optional(),
    channel: z.enum(CHANNELS).optional(),
    outcome: z.enum(CONTACT_OUTCOMES, 'Choose an outcome.').optional(),
    contacted: z.enum(CONTACTED, 'Choose who it was.').optional(),
    ticket_url: z
      .string()
      .trim()
      .max(TICKET_MAX)
      .refine(isWebAddress, 'Enter an address that begins with https://.')
      .optional(),
    corrects: uuid.optional(),
  })
  .superRefine(({ note, channel, outcome, contacted }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (channel === undefined && note === '') refuse('note', 'Enter a note.')
    if (channel !== undefined && outcome === undefined) refuse('outcome', 'Choose an outcome.')
    if (channel !== undefined && contacted === undefined) refuse('contacted', 'Choose who it was.')
    if (channel === undefined && (outcome ?? contacted) !== undefined) refuse('channel', 'Choose a channel.')
  })
export type NewContact = z.infer<typeof newContact>

const ofUser = inEnvironment.extend({ user_id: uuid })

/** Returns notes and contacts of one person, newest first, corrections beside what they correct. */
export const listContacts = endpoint({
  name: 'list_contacts',
  path: '/contacts/{environment}/{user_id}',
  permission: 'users:read',
  params: ofUser,
  /** Notes, or contacts by one channel. */
  query: z.object({ kind: z.enum(['note', ...CHANNELS]).optional() }),
  response: z.object({ contacts: z.array(contact) }),
})

/**
 * Adds a note or a contact; the same one sent again answers what was kept. 404 for a user that there isn't, and for a
 * correction of what isn't this user's; 403 for a correction of a colleague's, but by an administrator; 409 for an ID that
 * belongs to another entry; 422 for a mention of somebody who can't enter the environment.
 */
export const addContact = endpoint({
  name: 'add_contact',
  method: 'POST',
  path: '/contacts/{environment}/{user_id}',
  permission: 'contacts:write',
  params: ofUser,
  body: newContact,
  response: contact,
  success: [201],
})

/** Days for which a mention is told. */
export const MENTIONED_FOR = 30
export const MAX_TOLD = 50

/**
 * Returns what colleagues left to the viewer: how many orders of the worklist are theirs, when somebody else last assigned
 * one, and their newest mentions.
 */
export const getMyWork = endpoint({
  name: 'get_my_work',
  path: '/my-work/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  response: z.object({
    assigned: z.int().min(0),
    /** Null where they took all of them on themselves. */
    assigned_at: isoDateTime.nullable(),
    mentions: z
      .array(
        z.object({ id: uuid, user_id: userId, order_id: orderId.nullable(), by_name: z.string(), at: isoDateTime }),
      )
      .max(MAX_TOLD),
  }),
})

export interface ShownContact extends Contact {
  /** Texts before, oldest first. */
  earlier: readonly Contact[]
}

/** Returns each entry once, as its newest correction has it and at the time of the first, newest first. Pure. */
export function shownContacts(contacts: readonly Contact[]): ShownContact[] {
  const oldestFirst = contacts.toReversed()
  return contacts.flatMap((first) => {
    if (first.corrects !== null) return []
    const versions = [first, ...oldestFirst.filter(({ corrects }) => corrects === first.id)]
    const newest = versions.at(-1) ?? first
    return [{ ...newest, id: first.id, at: first.at, earlier: versions.slice(0, -1) }]
  })
}

/** Requests of people about their own data, which the API can't fulfill: kept with a day on which they are due. */
export const REQUEST_KINDS = ['delete', 'send'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]
export const REQUEST_LABELS: Readonly<Record<RequestKind, string>> = {
  delete: 'Delete my data',
  send: 'Send me my data',
}

export const REQUEST_OUTCOMES = ['done', 'partly', 'refused', 'withdrawn'] as const
export const REQUEST_OUTCOME_LABELS: Readonly<Record<(typeof REQUEST_OUTCOMES)[number], string>> = {
  done: 'Done',
  partly: 'Done in part',
  refused: 'Refused',
  withdrawn: 'Withdrawn by the person',
}

const requestNote = newContact.shape.note

/** Stored in the record of the person, beside their other requests. */
export const storedRequest = z.object({
  id: uuid,
  kind: z.enum(REQUEST_KINDS),
  /** Free text: nobody can say that no patient is in it. */
  note: personal(z.string()),
  /** A calendar day, in no zone. */
  due_on: isoDate,
  opened_at: isoDateTime,
  opened_by: z.string(),
  /** Null while it is open. */
  outcome: z.enum(REQUEST_OUTCOMES).nullable(),
  outcome_note: personal(z.string()),
  finished_at: isoDateTime.nullable(),
  finished_by: z.string().nullable(),
})

const dataRequest = storedRequest.extend({ user_id: userId })
export type DataRequest = z.infer<typeof dataRequest>

/** Requests of one answer at most. */
export const MAX_REQUESTS = 200

/** One person's requests, the newest first; without `user_id` the open ones of everybody, those due first, at most 200. */
export const listDataRequests = endpoint({
  name: 'list_data_requests',
  path: '/data-requests/{environment}',
  permission: 'users:read',
  params: inEnvironment,
  query: z.object({ user_id: uuid.optional() }),
  response: z.object({ requests: z.array(dataRequest), total: z.int().min(0) }),
})

export const newDataRequest = z.object({
  /** Made by the browser, so that a request that is sent twice is kept once. */
  id: uuid,
  kind: z.enum(REQUEST_KINDS, 'Choose what they ask for.'),
  due_on: isoDate,
  note: requestNote,
})

/** 404 for a user that there isn't; 409 where the same is asked for already and still open; 422 for a day that can't be. */
export const openDataRequest = endpoint({
  name: 'open_data_request',
  method: 'POST',
  path: '/data-requests/{environment}/{user_id}',
  permission: 'contacts:write',
  params: ofUser,
  body: newDataRequest,
  response: dataRequest,
  success: [201],
})

export const requestOutcome = z.object({ outcome: z.enum(REQUEST_OUTCOMES, 'Choose an outcome.'), note: requestNote })

/** For good. 404 for a request that there isn't, 409 for one that is finished; the person may be deleted by then. */
export const finishDataRequest = endpoint({
  name: 'finish_data_request',
  method: 'PATCH',
  path: '/data-requests/{environment}/{user_id}/{request_id}',
  permission: 'contacts:write',
  params: ofUser.extend({ request_id: uuid }),
  body: requestOutcome,
  response: dataRequest,
})

export const isOpen = ({ outcome }: Pick<DataRequest, 'outcome'>) => outcome === null
