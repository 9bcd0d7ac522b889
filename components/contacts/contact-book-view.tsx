'use client'
/** Settings → Contacts: partners to call, sources that end or change, and how soon a request about data is due. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, type LucideIcon, Pencil, PhoneCall, Plus, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { PartnerLines } from '#components/patterns/domain/wall.tsx'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormNote, FormSelect } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { useMay } from '#components/patterns/page/role.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { SettingHistory } from '#components/patterns/page/setting-history.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { SettingChange } from '#lib/domains/audit/setting-changes.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import {
  type BookEntries,
  type ContactBook,
  changeContactBook,
  getContactBook,
  PARTNER_KINDS,
  PARTNER_LABELS,
  PARTNER_NOTE_MAX,
  type Partner,
  partner as partnerSchema,
  requestDays,
  SOURCE_CHANGE_LABELS,
  SOURCE_CHANGES,
  type SourceChange,
  sourceChange as sourceChangeSchema,
} from '#lib/domains/contacts/contact-book.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatDay } from '#lib/utils/time/instants.ts'

type Open =
  | { what: 'partner'; entry: Partner | null }
  | { what: 'source'; entry: SourceChange | null }
  | { what: 'days' }
  | { what: 'remove'; name: string; rest: Partial<BookEntries> }
  | null

interface ContactBookViewProps {
  environment: string
  failure: RequestFailure | null
}

export function ContactBookView({ environment, failure: initial }: ContactBookViewProps) {
  const { data: book, failure, isFetching, refetch } = useConsole(getContactBook, { params: { environment } }, initial)
  const mayChange = useMay(changeContactBook.permission)
  const [open, setOpen] = useState<Open>(null)
  if (failure && !book) {
    return <ErrorPanel subject="Contacts" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  if (!book) return <Skeleton className="after-300ms m-6 h-40 max-w-[980px]" />
  const close = () => setOpen(null)
  const remove = (name: string, rest: Partial<BookEntries>) => setOpen({ what: 'remove', name, rest })
  const partners = PARTNER_KINDS.flatMap((kind) => book.partners.filter((one) => one.kind === kind))
  return (
    <div className="flex max-w-[980px] flex-col gap-4 p-4 rail:p-6">
      <EntryCard
        title="Contacts"
        summary="Shown on orders and users for what the API can’t do. If one has the name of an order’s carrier or lab, only that one is shown. A lab’s or draw provider’s phone, hours and how to cancel are printed for patients."
        noun="contact"
        icon={PhoneCall}
        entries={partners}
        nameOf={({ name }) => name}
        onOpen={mayChange ? (entry) => setOpen({ what: 'partner', entry }) : null}
        onRemove={({ id, name }) => remove(name, { partners: partners.filter((one) => one.id !== id) })}
      >
        {(entry) => <PartnerLines partner={entry} />}
      </EntryCard>
      <EntryCard
        title="Sources that end or change"
        summary="Shown on connections to the source and on the summaries of their users."
        noun="change"
        icon={CalendarClock}
        entries={book.source_changes}
        nameOf={({ provider }) => providerName(provider)}
        onOpen={mayChange ? (entry) => setOpen({ what: 'source', entry }) : null}
        onRemove={(entry) =>
          remove(providerName(entry.provider), { source_changes: book.source_changes.filter((one) => one !== entry) })
        }
      >
        {(entry) => <SourceChangeLines environment={environment} entry={entry} />}
      </EntryCard>
      <SectionCard
        title="Requests about data"
        summary={`Due ${countOf(book.request_days, 'day')} after a person asks to delete or get their data.`}
        action={
          mayChange && (
            <Button icon={Pencil} onPress={() => setOpen({ what: 'days' })}>
              Change due date
            </Button>
          )
        }
      >
        <p className="text-ink-3">
          {book.changed_by === null ? 'Defaults.' : `Last changed by ${book.changed_by}.`} Stored in this console only.
        </p>
      </SectionCard>
      <SettingHistory environment={environment} setting="contact_book" version={book.version} partOf={partsOf} />
      {open?.what === 'partner' && (
        <PartnerDialog environment={environment} book={book} entry={open.entry} onClose={close} />
      )}
      {open?.what === 'source' && (
        <SourceDialog environment={environment} book={book} entry={open.entry} onClose={close} />
      )}
      {open?.what === 'days' && <DaysDialog environment={environment} book={book} onClose={close} />}
      {open?.what === 'remove' && <RemoveQuestion {...open} environment={environment} book={book} onClose={close} />}
    </div>
  )
}

const PARTS: Readonly<Record<string, string>> = {
  partners: 'Contacts',
  source_changes: 'Sources that end or change',
  request_days: 'Due date of requests',
}

const partsOf = ({ details: { fields = [] } }: SettingChange) =>
  fields.map((field) => PARTS[field] ?? field).join(', ') || null

interface EntryCardProps<Entry> {
  title: string
  summary: string
  noun: string
  icon: LucideIcon
  entries: readonly Entry[]
  nameOf: (entry: Entry) => string
  /** Null as the entry for a new one; null itself for who may only read. */
  onOpen: ((entry: Entry | null) => void) | null
  onRemove: (entry: Entry) => void
  children: (entry: Entry) => ReactNode
}

function EntryCard<Entry extends { id: string }>(props: EntryCardProps<Entry>) {
  const { title, summary, noun, icon: Icon, entries, nameOf, onOpen, onRemove, children } = props
  return (
    <SectionCard
      title={title}
      summary={summary}
      action={
        onOpen && (
          <Button icon={Plus} onPress={() => onOpen(null)}>
            Add {noun}
          </Button>
        )
      }
    >
      {entries.length === 0 && (
        <p className="text-ink-2">
          <span>No {noun}s yet. </span>
          {!onOpen && <span>An administrator can add them.</span>}
        </p>
      )}
      <ul aria-label={title} className="-my-3 divide-y divide-line empty:hidden">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-start gap-3 py-3">
            <Icon className="mt-0.5 shrink-0 text-ink-3" />
            <div className="min-w-0 flex-1">{children(entry)}</div>
            {onOpen && (
              <span className="flex gap-1">
                <IconButton plain icon={Pencil} label={`Change ${nameOf(entry)}`} onPress={() => onOpen(entry)} />
                <IconButton plain icon={Trash2} label={`Remove ${nameOf(entry)}`} onPress={() => onRemove(entry)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function SourceChangeLines({ environment, entry }: { environment: string; entry: SourceChange }) {
  const { provider, change, day, note } = entry
  const clock = useWallClock()
  return (
    <div className="min-w-0 flex-1 break-words">
      <p>
        <Verbatim className="font-heading">{providerName(provider)}</Verbatim>
        <span>
          {' '}
          · {SOURCE_CHANGE_LABELS[change]} {formatDay(day, clock)}
        </span>
      </p>
      {note !== '' && <p className="whitespace-pre-wrap text-ink-2">{note}</p>}
      <Link href={`/${environment}/connections?sources=${provider}`} prefetch={false} className="text-sm text-link">
        View affected connections
      </Link>
    </div>
  )
}

interface EntryDialogProps<Entry> {
  environment: string
  book: ContactBook
  entry: Entry
  onClose: () => void
}

/** Saves the book with some of it changed; a colleague's newer version is read again and never overwritten. */
function useSave(environment: string, book: ContactBook, onSaved: () => void) {
  const client = useQueryClient()
  const { queryKey } = consoleQuery(getContactBook, { params: { environment } }, {})
  const { version, partners, source_changes, request_days } = book
  return {
    send: (change: Partial<BookEntries>) =>
      consoleRequest(
        changeContactBook,
        { params: { environment }, body: { partners, source_changes, request_days, ...change, version } },
        {},
      ),
    onSent: (kept: ContactBook) => {
      client.setQueryData(queryKey, kept)
      onSaved()
      toast({ kind: 'done', title: 'Contacts saved.', text: 'Everyone who can open this environment sees them.' })
    },
    onFailed: () => {
      void client.invalidateQueries({ queryKey })
      return undefined
    },
  }
}

interface RemoveQuestionProps extends Omit<EntryDialogProps<null>, 'entry'> {
  name: string
  /** The list without it. */
  rest: Partial<BookEntries>
}

function RemoveQuestion({ environment, book, name, rest, onClose }: RemoveQuestionProps) {
  const { send, onSent, onFailed } = useSave(environment, book, onClose)
  const remove = useMutation({ mutationFn: () => send(rest), onSuccess: onSent, onError: onFailed })
  return (
    <AskDialog
      title={`Remove ${name}?`}
      confirm="Remove"
      change={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      No page will show it any more. The service isn’t changed.
    </AskDialog>
  )
}

/** The list with an entry added, or replaced. */
function withEntry<Entry extends { id: string }>(list: readonly Entry[], entry: Entry): Entry[] {
  return list.some(({ id }) => id === entry.id)
    ? list.map((one) => (one.id === entry.id ? entry : one))
    : [...list, entry]
}

/** The call takes the whole list; the form shows one entry of it. */
const fieldOf = (path: string) => path.replace(/^(?:partners|source_changes)\.\d+\./, '')

const PARTNER_FIELDS = [
  { path: 'kind', label: 'Who it is' },
  { path: 'name', label: 'Name' },
  { path: 'phone_number', label: 'Phone' },
  { path: 'email', label: 'Email' },
  { path: 'hours', label: 'Hours' },
  { path: 'how_to_cancel', label: 'How to cancel' },
  { path: 'note', label: 'Note' },
] as const

function PartnerDialog({ environment, book, entry, onClose }: EntryDialogProps<Partner | null>) {
  const [id] = useState(() => entry?.id ?? newId())
  const save = useSave(environment, book, onClose)
  const {
    kind = 'lab',
    name = '',
    phone_number = '',
    hours = '',
    email = '',
    how_to_cancel = '',
    note = '',
  } = entry ?? {}
  const api = useApiForm({
    ...save,
    schema: partnerSchema,
    defaultValues: { id, kind, name, phone_number, hours, email, how_to_cancel, note },
    fields: PARTNER_FIELDS,
    fieldOf,
    send: (given: Partner) => save.send({ partners: withEntry(book.partners, given) }),
  })
  return (
    <FormDialog
      api={api}
      title={entry ? `Change ${entry.name}` : 'Add contact'}
      confirm={entry ? 'Save contact' : 'Add contact'}
      isLocal
      onClose={onClose}
    >
      <FormSelect
        control={api.form.control}
        name="kind"
        label="Who it is"
        options={PARTNER_KINDS.map((value) => ({ value, label: PARTNER_LABELS[value] }))}
      />
      <FormField
        control={api.form.control}
        label="Name"
        name="name"
        autoFocus
        hint="The carrier’s, lab’s or draw provider’s own name, as on orders and in the catalog."
      />
      <div className="grid gap-4 rail:grid-cols-2">
        <FormField control={api.form.control} name="phone_number" label="Phone" type="tel" />
        <FormField control={api.form.control} name="email" label="Email" type="email" />
      </div>
      <FormField
        control={api.form.control}
        name="hours"
        label="Hours (optional)"
        hint="Such as Mon to Fri, 8 AM to 6 PM CST."
      />
      <FormNote
        control={api.form.control}
        label="How to cancel (optional)"
        name="how_to_cancel"
        hint="Such as: call a day before, with the reference. Printed for patients."
        max={PARTNER_NOTE_MAX}
        rows={2}
      />
      <FormNote
        control={api.form.control}
        label="Note (optional)"
        name="note"
        hint="For your team only, such as an account number. No patient’s name."
        max={PARTNER_NOTE_MAX}
        rows={3}
      />
    </FormDialog>
  )
}

const SOURCE_FIELDS = [
  { path: 'provider', label: 'Source' },
  { path: 'change', label: 'What happens' },
  { path: 'day', label: 'Date' },
  { path: 'note', label: 'Text' },
] as const

function SourceDialog({ environment, book, entry, onClose }: EntryDialogProps<SourceChange | null>) {
  const [id] = useState(() => entry?.id ?? newId())
  const save = useSave(environment, book, onClose)
  const { provider = '', change = 'ends', day = '', note = '' } = entry ?? {}
  const { data } = useQuery(consoleQuery(countDirectorySources, { params: { environment }, query: {} }, {}))
  const api = useApiForm({
    ...save,
    schema: sourceChangeSchema,
    defaultValues: { id, provider, change, day, note },
    fields: SOURCE_FIELDS,
    fieldOf,
    send: (given: SourceChange) => save.send({ source_changes: withEntry(book.source_changes, given) }),
  })
  return (
    <FormDialog
      api={api}
      title={entry ? `Change ${providerName(entry.provider)}` : 'Add change of a source'}
      confirm={entry ? 'Save change' : 'Add change'}
      onClose={onClose}
      isLocal
    >
      <FormSelect
        control={api.form.control}
        name="provider"
        label="Source"
        autoFocus
        empty="Choose a source"
        options={(data?.source_counts ?? []).map(({ source }) => ({ value: source.slug, label: source.name }))}
      />
      <div className="grid gap-4 rail:grid-cols-2">
        <FormSelect
          control={api.form.control}
          name="change"
          label="What happens"
          options={SOURCE_CHANGES.map((value) => ({ value, label: SOURCE_CHANGE_LABELS[value] }))}
        />
        <FormField control={api.form.control} name="day" label="Date" type="date" />
      </div>
      <FormNote
        control={api.form.control}
        name="note"
        label="Text (optional)"
        hint="What your team tells users."
        max={PARTNER_NOTE_MAX}
        rows={3}
      />
    </FormDialog>
  )
}

const daysForm = z
  .object({ request_days: z.string() })
  .transform(({ request_days }) => ({ request_days: Number(request_days.trim() || Number.NaN) }))
  .pipe(z.object({ request_days: requestDays }))

function DaysDialog({ environment, book, onClose }: Omit<EntryDialogProps<null>, 'entry'>) {
  const api = useApiForm({
    ...useSave(environment, book, onClose),
    schema: daysForm,
    defaultValues: { request_days: String(book.request_days) },
    fields: [{ path: 'request_days', label: 'Days' }],
  })
  return (
    <FormDialog api={api} title="Change due date" confirm="Save days" isLocal onClose={onClose}>
      <FormField
        control={api.form.control}
        name="request_days"
        label="Days"
        inputMode="numeric"
        autoFocus
        hint="Applies to new requests. Open ones keep their date."
      />
    </FormDialog>
  )
}
