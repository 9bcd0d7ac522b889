/** Adds a note or logs a contact, in place; on a phone in a sheet at the bottom, so that the number above can be pressed. Loaded when first opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Controller, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { proxyWords, useToday } from '#components/patterns/domain/patient.tsx'
import { WALLS, type WallName } from '#components/patterns/domain/wall.tsx'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField, FormNote, FormSelect } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { UnsavedDialog } from '#components/patterns/form/save-bar.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { useNarrow } from '#components/ui/display/use-narrow.ts'
import { Check } from '#components/ui/field/check.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import { listSubjectChanges } from '#lib/domains/audit/person.ts'
import {
  addContact,
  CHANNEL_LABELS,
  CHANNELS,
  CONTACT_NOTE_MAX,
  CONTACT_OUTCOMES,
  CONTACTED,
  CONTACTED_LABELS,
  listContacts,
  newContact,
  OUTCOME_LABELS,
  type ShownContact,
} from '#lib/domains/contacts/contacts.ts'
import { useUserInfo } from '#lib/domains/demographics/queries.ts'
import { contactOf } from '#lib/domains/orders/patient.ts'
import { listColleagues } from '#lib/domains/staff/staff.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { leave, useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { newId } from '#lib/utils/ids/ids.ts'

/** An entry that is begun: new, or the correction of one. */
export interface Composing {
  kind: 'note' | 'contact'
  corrects: ShownContact | null
  /** The wall that it is about, whose words it begins with. */
  wall?: WallName
}

interface Values {
  channel: string
  contacted: string
  outcome: string
  note: string
  ticket_url: string
  mention: string
  pinned: boolean
}

const FIELDS = [
  { path: 'channel', label: 'Channel' },
  { path: 'contacted', label: 'Who' },
  { path: 'outcome', label: 'Outcome' },
  { path: 'note', label: 'Note' },
  { path: 'mention', label: 'Colleague to mention' },
  { path: 'ticket_url', label: 'Ticket link' },
] as const

const choicesOf = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

function valuesOf({ kind, corrects, wall }: Composing, isMinor: boolean): Values {
  const { channel, contacted, outcome, note, ticket_url, mentions, pinned } = corrects ?? {}
  const isNote = kind === 'note'
  const begun = wall && WALLS[wall]
  const first = begun?.contacted ?? (isMinor ? 'guardian' : 'patient')
  return {
    channel: channel ?? (isNote ? '' : 'phone'),
    contacted: contacted ?? (isNote ? '' : first),
    outcome: outcome ?? (isNote ? '' : 'reached'),
    note: note ?? begun?.note ?? '',
    ticket_url: ticket_url ?? '',
    mention: mentions?.[0]?.id ?? '',
    pinned: pinned ?? false,
  }
}

interface ContactFormProps extends UserAddress {
  order_id: string | null
  composing: Composing
  /** Out of sight, with what was typed. */
  isShut: boolean
  onShut: () => void
  onClose: () => void
}

/** Keeps the form where it is on a wide page and in a sheet on a narrow one, without losing what was typed in between. */
function useHost(isPhone: boolean) {
  const [host] = useState(() => document.createElement('div'))
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const parent = isPhone ? document.body : place.current
    parent?.append(host)
    return () => host.remove()
  }, [host, isPhone])
  return { host, place }
}

/** Below the number that is called, or below the bar where a keyboard leaves little height. */
const SHEET =
  'fixed inset-x-0 top-[264px] bottom-0 z-30 flex flex-col rounded-t-[14px] border-t border-line-2 bg-surface shadow-3 print:hidden [@media(height<560px)]:top-14'
const IN_PLACE = '-mx-4 -mt-4 mb-4 border-b border-line bg-sunken px-4 py-3 print:hidden'

export function ContactForm({ environment, user_id, order_id, composing, isShut, onShut, onClose }: ContactFormProps) {
  const isPhone = useNarrow()
  const { host, place } = useHost(isPhone)
  const { kind, corrects } = composing
  const heading = useId()
  const client = useQueryClient()
  const [id] = useState(newId)
  const { info } = useUserInfo({ environment, user_id }, null)
  const { minor, proxy } = contactOf(null, info, useToday())
  const isMinor = minor !== null
  const { data } = useQuery(consoleQuery(listColleagues, { params: { environment } }, {}))
  const schema = z
    .custom<Values>()
    .transform(({ mention, pinned, ...texts }): z.input<typeof newContact> => {
      const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
      return {
        ...{ ...given, id, note: texts.note, ...(pinned && { pinned }), ...(mention && { mentions: [mention] }) },
        ...(corrects && { corrects: corrects.id }),
        ...(order_id && { order_id }),
      }
    })
    .pipe(newContact)
  const api = useApiForm({
    schema,
    defaultValues: valuesOf(composing, isMinor),
    fields: FIELDS,
    fieldOf: (path) => (path.startsWith('mentions') ? 'mention' : path),
    send: (body) => consoleRequest(addContact, { params: { environment, user_id }, body }, {}),
    onSent: async () => {
      announce(kind === 'note' ? 'Note saved.' : 'Contact saved.')
      onClose()
      for (const { name } of [listContacts, listSubjectChanges])
        await client.invalidateQueries({ queryKey: ['console', name] })
    },
  })
  const guard = useLeaveGuard(api.form.formState.isDirty)
  const { control } = api.form
  const note = fieldId(api.id, 'note')
  useEffect(() => {
    if (isShut) return
    const field = document.getElementById(note)
    field?.focus()
    field?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [isShut, note])
  const close = isPhone ? onShut : () => leave(onClose)
  const radio = (name: 'contacted' | 'outcome', label: string, options: { value: string; label: string }[]) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <RadioGroup
          id={fieldId(api.id, name)}
          label={label}
          look="cards"
          className="grid-cols-2 max-rail:*:min-h-11 max-rail:*:items-center rail:grid-cols-4"
          value={field.value}
          options={options}
          onChange={field.onChange}
          problem={api.problem(name)}
        />
      )}
    />
  )
  const isCall = useWatch({ control, name: 'channel' }) === 'phone'
  const thing = isCall ? 'call' : kind
  const begun = kind === 'note' ? 'Add' : 'Log'
  const verb = corrects ? 'Correct' : begun
  const form = (
    <section aria-labelledby={heading} className={isPhone ? SHEET : IN_PLACE} hidden={isShut}>
      <ApiForm
        api={api}
        className="flex flex-col gap-3 max-rail:min-h-0 max-rail:flex-1 max-rail:gap-0"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !guard.isAsking) close()
        }}
      >
        <div className="flex items-center justify-between max-rail:px-4 max-rail:pt-3 max-rail:pb-1">
          <h3 id={heading} className="text-base">
            {verb} {thing}
          </h3>
          <IconButton icon={X} label="Close" plain onPress={close} />
        </div>
        <div className="flex flex-col gap-3 max-rail:min-h-0 max-rail:flex-1 max-rail:overflow-y-auto max-rail:px-4 max-rail:pb-4">
          <FormSummary api={api} />
          {kind === 'contact' && (
            <>
              <CallScript
                whom={isMinor ? proxyWords(proxy) : `${info?.first_name ?? ''} ${info?.last_name ?? ''}`.trim()}
              />
              {radio('contacted', 'Who', choicesOf(CONTACTED, CONTACTED_LABELS))}
              {radio('outcome', 'Outcome', choicesOf(CONTACT_OUTCOMES, OUTCOME_LABELS))}
            </>
          )}
          <FormNote
            control={control}
            name="note"
            label={kind === 'note' ? 'Note' : 'What was said (optional)'}
            hint={isPhone ? 'Your team sees it.' : 'Your team sees it. Ctrl+Enter saves.'}
            max={CONTACT_NOTE_MAX}
            rows={3}
          />
          <div className="grid gap-3 rail:grid-cols-3">
            {kind === 'contact' && (
              <FormSelect
                control={control}
                name="channel"
                label="Channel"
                options={choicesOf(CHANNELS, CHANNEL_LABELS)}
              />
            )}
            <FormSelect
              control={control}
              name="mention"
              label="Mention"
              empty="No one"
              options={(data?.colleagues ?? []).map(({ id: value, name: label }) => ({ value, label }))}
            />
            <FormField control={control} name="ticket_url" label="Ticket link (optional)" />
          </div>
          <Controller
            control={control}
            name="pinned"
            render={({ field }) => (
              <Check checked={field.value} onChange={field.onChange}>
                Pin above the timeline
              </Check>
            )}
          />
          <FormProblem api={api} />
        </div>
        <div className="flex flex-col max-rail:p-4 max-rail:pb-[calc(1rem+env(safe-area-inset-bottom))] rail:sticky rail:bottom-0 rail:z-10 rail:-mx-4 rail:-mb-3 rail:items-end rail:border-t rail:border-line rail:bg-sunken rail:px-4 rail:py-2">
          <PendingButton type="submit" look="primary" isPending={api.isPending} className="max-rail:h-11">
            Save {thing}
          </PendingButton>
        </div>
      </ApiForm>
      <UnsavedDialog guard={guard} what={`this ${thing}`} />
    </section>
  )
  return <div ref={place}>{createPortal(form, host)}</div>
}

/** Steps of a call, beside the outcome that it ends with. */
function CallScript({ whom }: { whom: string }) {
  return (
    <details className="text-sm text-ink-2">
      <summary className="cursor-pointer font-control text-ink max-rail:py-2">Call script</summary>
      <ol className="mt-1 flex list-decimal flex-col gap-1 pl-5">
        <li>
          <span>Say your name, then ask for </span>
          {whom === '' ? <span>the patient</span> : <Redact noun="Name">{whom}</Redact>}
          <span>. Say nothing about orders or results yet.</span>
        </li>
        <li>Verify them: ask for any two of birth date, ZIP code, phone and house number.</li>
        <li>Say why you’re calling, agree on the next step, and repeat it.</li>
        <li>Voicemail: leave your name and number only. Wrong number: apologize, and say no name.</li>
      </ol>
    </details>
  )
}
