/** Adds a note or logs a contact, in place: the timeline and the numbers beside it stay in sight. Loaded when first opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { useToday } from '#components/patterns/domain/patient.tsx'
import { WALLS, type WallName } from '#components/patterns/domain/wall.tsx'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField, FormNote, FormSelect } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { UnsavedDialog } from '#components/patterns/form/save-bar.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
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
    outcome: outcome ?? '',
    note: note ?? begun?.note ?? '',
    ticket_url: ticket_url ?? '',
    mention: mentions?.[0]?.id ?? '',
    pinned: pinned ?? false,
  }
}

interface ContactFormProps extends UserAddress {
  order_id: string | null
  composing: Composing
  onClose: () => void
}

export function ContactForm({ environment, user_id, order_id, composing, onClose }: ContactFormProps) {
  const { kind, corrects } = composing
  const heading = useId()
  const client = useQueryClient()
  const [id] = useState(newId)
  const { info } = useUserInfo({ environment, user_id }, null)
  const isMinor = contactOf(null, info, useToday()).minor !== null
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
  const radio = (name: 'contacted' | 'outcome', label: string, options: { value: string; label: string }[]) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <RadioGroup
          id={fieldId(api.id, name)}
          label={label}
          look="cards"
          className="grid-cols-2 rail:grid-cols-4"
          value={field.value}
          options={options}
          onChange={field.onChange}
          problem={api.problem(name)}
        />
      )}
    />
  )
  const begun = kind === 'note' ? 'Add' : 'Log'
  const verb = corrects ? 'Correct' : begun
  return (
    <section
      aria-labelledby={heading}
      className="-mx-4 -mt-4 mb-4 border-b border-line bg-sunken px-4 py-3 print:hidden"
    >
      <ApiForm
        api={api}
        className="flex flex-col gap-3"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !guard.isAsking) leave(onClose)
        }}
      >
        <div className="flex items-center justify-between">
          <h3 id={heading} className="text-base">
            {verb} {kind}
          </h3>
          <IconButton icon={X} label="Close" plain onPress={() => leave(onClose)} />
        </div>
        <FormSummary api={api} />
        {kind === 'contact' && (
          <>
            {radio('outcome', 'Outcome', choicesOf(CONTACT_OUTCOMES, OUTCOME_LABELS))}
            {radio('contacted', 'Who', choicesOf(CONTACTED, CONTACTED_LABELS))}
          </>
        )}
        <FormNote
          control={control}
          name="note"
          label={kind === 'note' ? 'Note' : 'What was said (optional)'}
          hint="Your team sees it. Ctrl+Enter saves."
          max={CONTACT_NOTE_MAX}
          rows={3}
          autoFocus
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
        <FormProblem api={api} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Controller
            control={control}
            name="pinned"
            render={({ field }) => (
              <Check checked={field.value} onChange={field.onChange}>
                Pin above the timeline
              </Check>
            )}
          />
          <PendingButton look="primary" type="submit" isPending={api.isPending}>
            Save {kind}
          </PendingButton>
        </div>
      </ApiForm>
      <UnsavedDialog guard={guard} what={`this ${kind}`} />
    </section>
  )
}
