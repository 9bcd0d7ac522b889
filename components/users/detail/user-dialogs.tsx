/** Dialogs that make, delete and restore a user; loaded when they are opened. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { z } from 'zod'
import { ConfirmDialog } from '#components/patterns/form/confirm-dialog.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormBirthDate, FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { BirthDate, PatientName } from '#components/ui/display/redact.tsx'
import { visitsQuery } from '#lib/domains/bookings/queries.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import { criticalStates, mayBeCritical } from '#lib/domains/orders/critical/critical-state.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { acknowledgementsQuery, callbacksQuery, userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { isOffHereOnly, isOn, visitOf } from '#lib/domains/orders/visit.ts'
import { listDeletedUsers, searchDirectory } from '#lib/domains/users/directory.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import {
  type ClientUserIdHolder,
  clientUserIdTaken,
  createUser,
  deleteUser,
  UNDO_DAYS,
  type User,
  undoDeleteUser,
} from '#lib/domains/users/user.ts'
import type { RequestError } from '#lib/kernel/client/errors.ts'
import { request } from '#lib/kernel/client/request.ts'
import { typedBirthDate, uuid } from '#lib/kernel/fields.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { PROFILE_LABELS, type ProfileValues, profileValues, TAKEN } from './profile-changes.ts'
import { Reference, ZonePicker } from './profile-fields.tsx'

interface DialogProps {
  environment: string
  onClose: () => void
}

const NEW_FIELDS = (['client_user_id', 'fallback_time_zone', 'fallback_birth_date'] as const).map((path) => ({
  path,
  label: PROFILE_LABELS[path],
}))

const newUser = z
  .custom<ProfileValues>()
  .transform(
    ({ client_user_id, fallback_time_zone, fallback_birth_date }): z.input<typeof createUser.body> => ({
      client_user_id: client_user_id.trim(),
      fallback_time_zone: fallback_time_zone || null,
      fallback_birth_date: typedBirthDate(fallback_birth_date.trim()) || null,
    }),
  )
  .pipe(createUser.body)

function useListChanged() {
  const client = useQueryClient()
  return async () => {
    for (const { name } of [searchDirectory, listDeletedUsers])
      await client.invalidateQueries({ queryKey: ['console', name] })
  }
}

/** Makes a user and opens their page; a reference in use leads to the user who has it. */
export function NewUserDialog({ environment, onClose }: DialogProps) {
  const router = useRouter()
  const listChanged = useListChanged()
  const [holder, setHolder] = useState<ClientUserIdHolder | null>(null)
  const api = useApiForm({
    schema: newUser,
    defaultValues: profileValues({}),
    fields: NEW_FIELDS,
    speaker: 'service',
    send: (body) => request(createUser, { body }, { environment }),
    onSent: ({ user_id, client_user_id }) => {
      toast({ kind: 'done', title: 'User created.', text: client_user_id })
      void listChanged()
      router.push(`/${environment}/users/${user_id}`)
    },
    onFailed: ({ status, body }) => {
      const taken = status === 400 ? clientUserIdTaken.safeParse(body).data : undefined
      setHolder(taken ?? null)
      return taken && TAKEN
    },
  })
  const { control } = api.form
  return (
    <FormDialog api={api} title="New user" confirm="Create user" onClose={onClose}>
      <Reference control={control} environment={environment} holder={holder} isNew />
      <ZonePicker control={control} hint="Optional. Used when a source gives no time zone." />
      <FormBirthDate
        control={control}
        name="fallback_birth_date"
        label={PROFILE_LABELS.fallback_birth_date}
        hint="Optional. Used for heart-rate zones when a source gives no age."
      />
    </FormDialog>
  )
}

const restored = z.object({ who: z.string().trim().min(1, 'Enter a reference or a user ID.') }).transform(({ who }) => {
  const user_id = uuid.safeParse(who).data
  return user_id ? { user_id } : { client_user_id: who }
})

const GONE: Partial<Record<number, string>> = {
  400: 'Another user has this reference now. Restore by user ID after that user’s reference is changed.',
  404: `No user deleted in the last ${UNDO_DAYS} days has this reference or ID.`,
}
const refusal = ({ status, message }: RequestError) => GONE[status ?? 0] ?? message

export function RestoreUserDialog({ environment, onClose }: DialogProps) {
  const listChanged = useListChanged()
  const api = useApiForm({
    schema: restored,
    defaultValues: { who: '' },
    fields: [{ path: 'who', label: 'Reference or user ID' }],
    send: (query) => request(undoDeleteUser, { query }, { environment }),
    onSent: () => {
      toast({ kind: 'done', title: 'User restored.' })
      void listChanged()
      onClose()
    },
    onFailed: (error) => ({ fields: new Map([['who', refusal(error)]]), text: null }),
  })
  return (
    <FormDialog
      api={api}
      title="Restore a deleted user"
      summary={`For ${UNDO_DAYS} days after deletion, a user comes back with their orders, sources and links.`}
      confirm="Restore user"
      onClose={onClose}
    >
      <FormField control={api.form.control} name="who" label="Reference or user ID" verbatim autoFocus />
    </FormDialog>
  )
}

const failed = (title: string) => (error: RequestError) => toast({ kind: 'failed', title, text: refusal(error) })

export function useRestoreUser(environment: string) {
  const listChanged = useListChanged()
  return useMutation({
    mutationFn: (user_id: string) => request(undoDeleteUser, { query: { user_id } }, { environment }),
    onSuccess: () => {
      toast({ kind: 'done', title: 'User restored.' })
      return listChanged()
    },
    onError: failed('The user couldn’t be restored.'),
  })
}

/** Returns how many critical results of a user are somebody's work; undefined while that loads, null where it can't be known. */
function useOpenCritical({ environment, user_id }: UserAddress): number | null | undefined {
  const { data, isError } = useQuery(userOrdersQuery(environment, user_id))
  const ids = data?.orders.filter(mayBeCritical).map(({ id }) => id) ?? []
  const enabled = ids.length > 0
  const taken = useQuery({ ...acknowledgementsQuery(environment, ids), enabled })
  const called = useQuery({ ...callbacksQuery(environment, ids), enabled })
  if (isError || taken.isError || called.isError) return null
  if (data && !enabled) return 0
  if (!(data && taken.data && called.data)) return undefined
  return criticalStates(data.orders, { ...taken.data, ...called.data }).filter(({ state }) => state.isOpen).length
}

/** Returns how many visits of these orders somebody may still come for; one called off here alone is among them. */
function useVisitsAhead(environment: string, orders: readonly Order[] = []): number {
  const { data } = useQuery(visitsQuery(environment, orders))
  const bookingsOf = ({ id }: Order) => data?.bookings.filter(({ order_id }) => order_id === id) ?? []
  return orders.filter((order) => {
    const visit = visitOf(order, bookingsOf(order))
    return visit !== null && (isOn(visit.state) || isOffHereOnly(visit))
  }).length
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'cancelled'])

interface DeleteProps extends UserAddress {
  user: User
  onClose: () => void
}

/** Says what goes with the user, and offers to bring them back. */
export function DeleteUserDialog({ environment, user_id, user, onClose }: DeleteProps) {
  const router = useRouter()
  const listChanged = useListChanged()
  const { masked } = usePatientData()
  const { info } = useUserInfo({ environment, user_id }, null)
  const { data } = useQuery(userOrdersQuery(environment, user_id))
  const open = data?.orders.filter(({ status }) => !ENDED.has(status)).length
  const visits = useVisitsAhead(environment, data?.orders)
  const critical = useOpenCritical({ environment, user_id })
  const sources = user.connected_sources.length
  const total = data && (data.total ?? data.orders.length)
  // A short ID has a sign that no keyboard has.
  const word = user.client_user_id ?? user_id.slice(0, 8)
  const restore = useRestoreUser(environment)
  const remove = useMutation({
    mutationFn: () => request(deleteUser, { params: { user_id } }, { environment }),
    onSuccess: () => {
      const run = () => restore.mutate(user_id)
      toast({ kind: 'done', title: 'User deleted.', text: word, action: { label: 'Undo', run } })
      void listChanged()
      router.push(`/${environment}/users`)
    },
    onError: (error: RequestError) => {
      failed('The user couldn’t be deleted.')(error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete this user?"
      word={word}
      confirm="Delete user"
      keep="Keep user"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        {info && (
          <p className="font-heading text-ink">
            <PatientName name={`${info.first_name} ${info.last_name}`} />
            {!masked && info.dob && (
              <span>
                , born <BirthDate value={info.dob} />
              </span>
            )}
          </p>
        )}
        {critical !== 0 && critical !== undefined && (
          <p data-tone="bad" className="font-control text-tone-fg">
            {critical === null
              ? 'It isn’t known whether critical results of this user are settled.'
              : `${countOf(critical, 'critical result')} of this user ${critical === 1 ? 'isn’t' : 'aren’t'} settled. Settle that first: without the user, the patient can’t be called from here.`}
          </p>
        )}
        {visits > 0 && (
          <p data-tone="bad" className="font-control text-tone-fg">
            {`${countOf(visits, 'visit')} may still take place. Cancel ${visits === 1 ? 'it' : 'them'} with the provider first: deleting the user doesn’t.`}
          </p>
        )}
        <ul className="list-disc pl-4">
          {sources > 0 && <li>{countOf(sources, 'connected source')} will send no more data.</li>}
          {total !== 0 && (
            <li>
              {`${total === undefined ? 'Orders' : countOf(total, 'order')} will leave every list${open ? `, ${open} of them open` : ''}.`}
            </li>
          )}
          <li>Links and bookings stop working at once.</li>
        </ul>
        <p>You can restore the user for {UNDO_DAYS} days. Then their personal data is removed for good.</p>
      </div>
    </ConfirmDialog>
  )
}
