import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormNote, FormSelect, FormWhich } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import { markWorklistOrder, SNOOZE_COMMENT_MAX, SNOOZE_REASONS } from '#lib/domains/orders/worklist/worklist.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { formatInstant, instantParts } from '#lib/utils/time/instants.ts'
import { chosenOf, localInstants, timeProblem } from '#lib/utils/time/local-input.ts'
import { addDays } from '#lib/utils/time/visit-times.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'
import { REASON_LABELS } from './mark-menus.tsx'
import { type Marked, snoozing, type useMark } from './use-mark.ts'
import { invalidateWorklist } from './worklist-query.ts'

/** Hours from now, the next morning, or a day and a time. */
const SNOOZE_CHOICES = ['1', '4', 'tomorrow', 'time'] as const
const MORNING_HOUR = 8

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** `zone` is the viewer's. */
export const snoozeForm = (zone: string) =>
  z
    .object({
      /** Empty until it is chosen: what an order waits for is never assumed. */
      reason: z.union([z.enum(SNOOZE_REASONS), z.literal('')]),
      choice: z.enum(SNOOZE_CHOICES),
      /** `2026-11-24` and `14:30`, on the viewer's clock. */
      day: z.string(),
      time: z.string(),
      /** Picks `first` or `second` for a time that comes twice because clocks go back. */
      which: z.string(),
      comment: z.string().trim().max(SNOOZE_COMMENT_MAX, `Use at most ${SNOOZE_COMMENT_MAX} characters.`),
    })
    .superRefine(({ reason, choice, comment, ...when }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if (reason === '') refuse('reason', 'Choose a reason.')
      const isDay = z.iso.date().safeParse(when.day).success
      const isTime = TIME.test(when.time)
      if (choice === 'time' && !isDay) refuse('day', 'Enter a date.')
      if (choice === 'time' && !isTime) refuse('time', 'Enter a time.')
      const problem = timeProblem(snoozeInstants(when, zone), when.which, zone)
      if (choice === 'time' && isDay && isTime && problem) refuse(problem.path, problem.message)
      if (reason === 'other' && comment === '') refuse('comment', 'Say what it waits for.')
    })
export type SnoozeValues = z.infer<ReturnType<typeof snoozeForm>>

export const NO_SNOOZE: SnoozeValues = { reason: '', choice: '4', day: '', time: '', which: '', comment: '' }

interface Present {
  /** Milliseconds since 1970. */
  now: number
  zone: string
}

const snoozeInstants = ({ day, time }: Pick<SnoozeValues, 'day' | 'time'>, zone: string) =>
  z.iso.date().safeParse(day).success ? localInstants(`${day}T${time}`, zone) : []

/** Returns the instant of a choice; null where day or time isn't complete. */
export function snoozeUntil(values: SnoozeValues, { now, zone }: Present): number | null {
  const { choice, which } = values
  if (choice === 'tomorrow') return zonedInstant(addDays(dayIn(zone, now), 1), MORNING_HOUR, zone).getTime()
  if (choice !== 'time') return now + Number(choice) * HOUR
  return chosenOf(snoozeInstants(values, zone), which)?.getTime() ?? null
}

interface SnoozeDialogProps {
  environment: string
  /** One or several. */
  items: readonly Marked[]
  marking: Pick<ReturnType<typeof useMark>, 'mark' | 'noteSaved'>
  onClose: () => void
}

const FIELDS = [
  { path: 'reason', label: 'Reason' },
  { path: 'choice', label: 'Until' },
  { path: 'day', label: 'Date' },
  { path: 'time', label: 'Time' },
  { path: 'which', label: 'Which of the two' },
  { path: 'comment', label: 'Comment' },
] as const
const REASONS = SNOOZE_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))

/** Puts an order off until later, with a reason that the team sees. */
export function SnoozeDialog({ environment, items, marking, onClose }: SnoozeDialogProps) {
  const [item] = items.length === 1 ? items : []
  const client = useQueryClient()
  const clock = useWallClock()
  const present = () => ({ now: clockNow(), zone: clock.zone })
  const api = useApiForm({
    schema: snoozeForm(clock.zone),
    defaultValues: NO_SNOOZE,
    fields: FIELDS,
    fieldOf: (path) => (path === 'snooze.until' ? 'choice' : path.replace(/^snooze\./, '')),
    send: async (values) => {
      const until = new Date(snoozeUntil(values, present()) ?? Number.NaN).toISOString()
      const { reason, comment } = values
      if (reason === '') throw new Error('The form has been checked.')
      const choice = { until, reason, comment }
      if (!item) return { choice, kept: null }
      const { order_id, since, mark } = item
      const body = { version: mark.version, snooze: { ...choice, since } }
      const kept = await consoleRequest(markWorklistOrder, { params: { environment, order_id }, body }, {})
      return { choice, kept }
    },
    onSent: ({ choice, kept }) => {
      const snoozed = snoozing(choice, formatInstant(choice.until, clock))
      if (item && kept) marking.noteSaved(item, kept, snoozed)
      else marking.mark(items, snoozed)
      onClose()
    },
    onFailed: ({ status }) => {
      if (status === 409 || status === 404) void invalidateWorklist(client)
      return undefined
    },
  })
  const { control } = api.form
  const morning = instantParts(Date.UTC(2026, 0, 1, MORNING_HOUR), { ...clock, zone: 'UTC' }).time
  const labels = { 1: 'In 1 h', 4: 'In 4 h', tomorrow: `Tomorrow, ${morning}`, time: 'At a time' }
  const instants = snoozeInstants(api.values, clock.zone)
  const at = snoozeUntil(api.values, present())
  return (
    <FormDialog
      api={api}
      title={item ? 'Snooze order' : `Snooze ${items.length} orders`}
      summary={
        item ? (
          <>
            <PatientLine environment={environment} order={item} className="mb-1" />
            Order <Verbatim className="font-mono text-sm">{shortId(item.order_id)}</Verbatim> leaves the worklist until
            then, or until something new happens to it.
          </>
        ) : (
          'They leave the worklist until then, or until something new happens to them.'
        )
      }
      confirm="Snooze"
      isLocal
      sheet
      onClose={onClose}
    >
      <FormSelect control={control} name="reason" autoFocus label="Reason" empty="Choose a reason" options={REASONS} />
      <Controller
        control={control}
        name="choice"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(api.id, 'choice')}
            label="Until"
            look="cards"
            className="grid-cols-2"
            value={field.value}
            options={SNOOZE_CHOICES.map((value) => ({ value, label: labels[value] }))}
            onChange={field.onChange}
            hint={at === null ? 'Enter a date and a time.' : formatInstant(new Date(at).toISOString(), clock)}
            problem={api.problem('choice')}
          />
        )}
      />
      {api.values.choice === 'time' && (
        <div className="grid grid-cols-2 gap-3">
          <FormField control={control} name="day" label="Date" type="date" />
          <FormField control={control} name="time" label="Time" type="time" />
        </div>
      )}
      {api.values.choice === 'time' && <FormWhich control={control} name="which" instants={instants} />}
      <FormNote
        control={control}
        name="comment"
        label={api.values.reason === 'other' ? 'Comment' : 'Comment (optional)'}
        hint="Your team sees it. Don’t use the patient’s name. Ctrl+Enter snoozes."
        max={SNOOZE_COMMENT_MAX}
        rows={2}
      />
    </FormDialog>
  )
}
