'use client'
/** Requests of people about their data: on a user's summary, and everybody's open ones on the overview. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileHeart, Plus } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useToday } from '#components/patterns/domain/patient.tsx'
import { Wall, type WallName } from '#components/patterns/domain/wall.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormNote, FormSelect } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { useMay } from '#components/patterns/page/role.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardWait } from '#components/patterns/states/card-failure.tsx'
import type { Problems } from '#components/patterns/states/problem.ts'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { PatientName, Redact } from '#components/ui/display/redact.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { exportPersonAudit, listSubjectChanges } from '#lib/domains/audit/person.ts'
import { deregisterProvider } from '#lib/domains/connections/connection.ts'
import { DEFAULT_REQUEST_DAYS, getContactBook } from '#lib/domains/contacts/contact-book.ts'
import {
  CONTACT_NOTE_MAX,
  type DataRequest,
  finishDataRequest,
  isOpen,
  listDataRequests,
  newDataRequest,
  openDataRequest,
  REQUEST_KINDS,
  REQUEST_LABELS,
  REQUEST_OUTCOME_LABELS,
  REQUEST_OUTCOMES,
  requestOutcome,
} from '#lib/domains/contacts/contacts.ts'
import { patientOf } from '#lib/domains/orders/patient.ts'
import { namePeople } from '#lib/domains/users/directory.ts'
import { type UserAddress, useNames } from '#lib/domains/users/queries.ts'
import { deleteUser } from '#lib/domains/users/user.ts'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { newId, shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatDay, parseInstant } from '#lib/utils/time/instants.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'

const CARD = 'data-requests'
const WALL_OF: Readonly<Record<DataRequest['kind'], WallName>> = { delete: 'delete_data', send: 'send_data' }

const requestsQuery = ({ environment, user_id }: UserAddress) =>
  consoleQuery(listDataRequests, { params: { environment }, query: { user_id } }, {})

/** "Due Dec 28, 2026", or since when it is late. */
function useDue(): (due_on: string) => { words: string; isLate: boolean } {
  const clock = useWallClock()
  const today = useToday()
  return (due_on) => {
    const day = formatDay(due_on, clock)
    if (due_on < today) return { words: `Was due ${day}`, isLate: true }
    return { words: due_on === today ? 'Due today' : `Due ${day}`, isLate: false }
  }
}

/** Returns the open requests of a person; one that is late comes before a source that fails. */
export function useRequestProblems(address: UserAddress): Problems {
  const { data, isError } = useQuery(requestsQuery(address))
  const due = useDue()
  if (!data) return isError ? null : undefined
  return data.requests.filter(isOpen).map(({ id, kind, due_on, opened_at }) => {
    const { words, isLate } = due(due_on)
    return {
      id: `request ${id}`,
      severity: isLate ? 2 : 3,
      since: parseInstant(opened_at),
      icon: FileHeart,
      tone: isLate ? 'bad' : 'warn',
      title: `Asked: “${REQUEST_LABELS[kind]}”`,
      detail: words,
      action: { label: 'View request', href: `/${address.environment}/users/${address.user_id}#${CARD}` },
    }
  })
}

export function UserRequestsCard(address: UserAddress) {
  const query = useQuery(requestsQuery(address))
  const [isOpening, setOpening] = useState(false)
  const mayWrite = useMay(openDataRequest.permission)
  const requests = query.data?.requests
  const open = requests?.filter(isOpen) ?? []
  const finished = requests?.filter((one) => !isOpen(one)) ?? []
  return (
    <SectionCard
      id={CARD}
      title="Requests about data"
      action={
        mayWrite && (
          <Button icon={Plus} isDisabled={!requests} onPress={() => setOpening(true)}>
            Add request
          </Button>
        )
      }
    >
      {!requests && <CardWait subject="Requests" query={query} className="h-8" />}
      {requests?.length === 0 && <p className="text-ink-3">No request to delete or send data.</p>}
      <ul aria-label="Requests" className="flex flex-col gap-4 empty:hidden">
        {open.map((one) => (
          <li key={one.id}>
            <RequestLine environment={address.environment} one={one}>
              <Steps address={address} kind={one.kind} />
              <Wall
                environment={address.environment}
                of={WALL_OF[one.kind]}
                page={`/${address.environment}/users/${address.user_id}`}
              />
            </RequestLine>
          </li>
        ))}
        {finished.map((one) => (
          <li key={one.id} className="text-ink-2">
            <FinishedLine one={one} />
          </li>
        ))}
      </ul>
      {isOpening && <OpenDialog address={address} requests={open} onClose={() => setOpening(false)} />}
    </SectionCard>
  )
}

interface RequestLineProps {
  environment: string
  one: DataRequest
  /** The person, where several people's requests stand together. */
  who?: ReactNode
  children?: ReactNode
}

function RequestLine({ environment, one, who, children }: RequestLineProps) {
  const { kind, note, due_on, opened_by, opened_at } = one
  const [isFinishing, setFinishing] = useState(false)
  const mayWrite = useMay(finishDataRequest.permission)
  const { words, isLate } = useDue()(due_on)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-heading">{REQUEST_LABELS[kind]}</p>
          {who}
          <p data-tone={isLate ? 'bad' : undefined} className={isLate ? 'font-control text-tone-fg' : 'text-ink-2'}>
            {words}
          </p>
          <p className="text-sm text-ink-3">
            Opened by <Verbatim>{opened_by}</Verbatim>, <DayTime value={opened_at} />
          </p>
          {note !== '' && (
            <p className="break-words whitespace-pre-wrap text-ink-2">
              <Redact noun="Note">{note}</Redact>
            </p>
          )}
        </div>
        {mayWrite && <Button onPress={() => setFinishing(true)}>Finish request</Button>}
      </div>
      {children && <div className="mt-2 flex flex-col gap-2">{children}</div>}
      {isFinishing && <FinishDialog environment={environment} one={one} onClose={() => setFinishing(false)} />}
    </>
  )
}

function FinishedLine({ one: { kind, outcome, outcome_note, finished_by, finished_at } }: { one: DataRequest }) {
  if (outcome === null || finished_at === null) return null
  return (
    <>
      <p>
        <span className="font-control">{REQUEST_LABELS[kind]}</span>
        <span>: {REQUEST_OUTCOME_LABELS[outcome].toLowerCase()}</span>
        <span className="text-sm text-ink-3">
          <span> by </span>
          <Verbatim>{finished_by}</Verbatim>
          <span>, </span>
          <DayTime value={finished_at} />
        </span>
      </p>
      {outcome_note !== '' && (
        <p className="break-words whitespace-pre-wrap">
          <Redact noun="Note">{outcome_note}</Redact>
        </p>
      )}
    </>
  )
}

/** Links to the parts of it that this console can do. */
function Steps({ address: { environment, user_id }, kind }: { address: UserAddress; kind: DataRequest['kind'] }) {
  const base = `/${environment}/users/${user_id}`
  const mayDisconnect = useMay(deregisterProvider.permission)
  const mayDelete = useMay(deleteUser.permission)
  const mayExport = useMay(exportPersonAudit.permission)
  const steps = [
    { may: kind === 'delete' && mayDisconnect, path: 'connections', label: 'Disconnect sources' },
    { may: kind === 'delete' && mayDelete, path: 'profile', label: 'Delete user' },
    { may: kind === 'send', path: 'demographics', label: 'View demographics' },
    { may: kind === 'send', path: 'orders', label: 'Export orders' },
    { may: mayExport, path: 'history', label: 'Export history' },
  ].filter(({ may }) => may)
  return (
    <div className="print:hidden">
      <p className="text-sm text-ink-3">
        <span>What you can do here now. </span>
        {kind === 'delete' && <span>Links and codes can’t be ended; they expire on their own.</span>}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {steps.map(({ path, label }) => (
          <li key={path}>
            <Link
              href={`${base}/${path}`}
              prefetch={false}
              className="inline-flex min-h-6 items-center text-link max-rail:min-h-10"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** After a change, and where somebody else made one first, all requests are read again. */
function useSaved(title: string, onClose: () => void) {
  const client = useQueryClient()
  const changed = async () => {
    for (const { name } of [listDataRequests, listSubjectChanges])
      await client.invalidateQueries({ queryKey: ['console', name] })
  }
  return {
    onSent: async ({ kind }: DataRequest) => {
      onClose()
      toast({ kind: 'done', title, text: REQUEST_LABELS[kind] })
      await changed()
    },
    onFailed: ({ status }: RequestError) => {
      if (status === 409) void changed()
      return undefined
    },
  }
}

const OPEN_FIELDS = [
  { path: 'kind', label: 'Request' },
  { path: 'due_on', label: 'Due' },
  { path: 'note', label: 'Note' },
] as const

interface OpenDialogProps {
  address: UserAddress
  /** Those that are open already. */
  requests: readonly DataRequest[]
  onClose: () => void
}

function OpenDialog({ address, requests, onClose }: OpenDialogProps) {
  const { environment } = address
  const today = useToday()
  const [id] = useState(newId)
  const { data: book } = useQuery(consoleQuery(getContactBook, { params: { environment } }, {}))
  const days = book?.request_days ?? DEFAULT_REQUEST_DAYS
  const first = REQUEST_KINDS.find((kind) => !requests.some((one) => one.kind === kind)) ?? 'delete'
  const recorded = { id, kind: first, due_on: addDays(today, days), note: '' }
  const api = useApiForm({
    ...useSaved('Request added.', onClose),
    schema: newDataRequest,
    defaultValues: recorded,
    recorded,
    fields: OPEN_FIELDS,
    send: (body) => consoleRequest(openDataRequest, { params: address, body }, {}),
  })
  return (
    <FormDialog api={api} title="Add request about data" confirm="Add request" isLocal sheet onClose={onClose}>
      <FormSelect
        control={api.form.control}
        name="kind"
        label="The person asks"
        autoFocus
        options={REQUEST_KINDS.map((value) => ({ value, label: REQUEST_LABELS[value] }))}
      />
      <FormField
        control={api.form.control}
        name="due_on"
        label="Due"
        type="date"
        hint={`${countOf(days, 'day')} from today by default${book ? '' : ', as far as known'}.`}
      />
      <FormNote
        control={api.form.control}
        label="How they asked (optional)"
        name="note"
        hint="Include how you verified who they are."
        max={CONTACT_NOTE_MAX}
        rows={3}
      />
    </FormDialog>
  )
}

const FINISH_FIELDS = [
  { path: 'outcome', label: 'Outcome' },
  { path: 'note', label: 'Note' },
] as const

interface FinishDialogProps {
  environment: string
  one: DataRequest
  onClose: () => void
}

function FinishDialog({ environment, one, onClose }: FinishDialogProps) {
  const { user_id, id: request_id, kind } = one
  const api = useApiForm({
    ...useSaved('Request finished.', onClose),
    schema: finishForm,
    defaultValues: { outcome: '', note: '' },
    fields: FINISH_FIELDS,
    send: (body) => consoleRequest(finishDataRequest, { params: { environment, user_id, request_id }, body }, {}),
  })
  return (
    <FormDialog
      api={api}
      title="Finish request"
      summary={`“${REQUEST_LABELS[kind]}”. A finished request can’t be opened again.`}
      confirm="Finish request"
      sheet
      isLocal
      onClose={onClose}
    >
      <FormSelect
        control={api.form.control}
        name="outcome"
        label="Outcome"
        autoFocus
        empty="Choose an outcome"
        options={REQUEST_OUTCOMES.map((value) => ({ value, label: REQUEST_OUTCOME_LABELS[value] }))}
      />
      <FormNote
        control={api.form.control}
        label="What was done (optional)"
        name="note"
        hint="Include what you told the person."
        max={CONTACT_NOTE_MAX}
        rows={3}
      />
    </FormDialog>
  )
}

/** Nothing may be chosen yet. */
const finishForm = requestOutcome.extend({ outcome: z.preprocess((chosen) => chosen, requestOutcome.shape.outcome) })

/** Everybody's open requests, those due first; nothing where there is none. */
export function OpenRequestsCard({ environment }: { environment: string }) {
  const query = useQuery(consoleQuery(listDataRequests, { params: { environment }, query: {} }, {}))
  const requests = query.data?.requests ?? []
  const mayName = useMay(namePeople.permission)
  const { names } = useNames(environment, [...new Set(requests.map(({ user_id }) => user_id))].slice(0, SHOWN), mayName)
  const [isWhole, setWhole] = useState(false)
  if (query.isError && !query.data) {
    return (
      <SectionCard title="Requests about data">
        <CardWait subject="Requests" query={query} className="h-8" />
      </SectionCard>
    )
  }
  if (!query.data || requests.length === 0) return null
  const { total } = query.data
  const shown = isWhole ? requests : requests.slice(0, SHOWN)
  return (
    <SectionCard title="Requests about data" summary={`${countOf(total, 'open request')}, due first`}>
      <ul aria-label="Open requests" className="-my-3 divide-y divide-line">
        {shown.map((one) => (
          <li key={one.id} className="py-3">
            <RequestLine
              environment={environment}
              one={one}
              who={
                <Link href={`/${environment}/users/${one.user_id}#${CARD}`} prefetch={false} className="text-link">
                  <PersonName name={patientOf(one, names.get(one.user_id)?.info).name} user_id={one.user_id} />
                </Link>
              }
            />
          </li>
        ))}
      </ul>
      {requests.length > shown.length && (
        <Button className="mt-4" onPress={() => setWhole(true)}>
          Show {requests.length}
        </Button>
      )}
    </SectionCard>
  )
}

const SHOWN = 5

function PersonName({ name, user_id }: { name: string | null; user_id: string }) {
  return name ? <PatientName name={name} /> : <Verbatim>User {shortId(user_id)}</Verbatim>
}
