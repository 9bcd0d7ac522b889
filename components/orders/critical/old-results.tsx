import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormNote } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { noteChange } from '#components/patterns/list/held-rows.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { useAtPresent, useTimeZone } from '#components/ui/display/viewer.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import {
  acknowledgeCriticalOrder,
  COMMENT_MAX,
  type CriticalQueue,
  isPartialQueue,
  listCriticalOrders,
  NO_FUTURE_START,
  setCriticalStart,
} from '#lib/domains/orders/critical/critical.ts'
import { invalidateCritical } from '#lib/domains/orders/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { isoDate } from '#lib/kernel/fields.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayBegins, dayIn } from '#lib/utils/time/day-ranges.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'

/** `zone` is the viewer's. */
const formIn = (zone: string) =>
  z
    .object({ day: isoDate, action: z.enum(['start', 'close']), comment: z.string().trim().max(COMMENT_MAX) })
    .superRefine(({ day, action, comment }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if (day > dayIn(zone, clockNow())) refuse('day', NO_FUTURE_START)
      if (action === 'close' && comment === '') refuse('comment', 'Say why nothing more is to be done.')
    })

const FIELDS = [
  { path: 'day', label: 'Date' },
  { path: 'action', label: 'Results before this date' },
  { path: 'comment', label: 'Reason' },
] as const

/** Counts results that wait or precede the current start, and that a start at the chosen day would keep as work. */
function laterOf({ waiting, waiting_count, before_start_count }: CriticalQueue, earlier: number): number {
  const corrected = waiting.filter(({ is_critical }) => !is_critical).length
  return waiting_count - corrected + before_start_count - earlier
}

/** `153+ untouched results came before, 2 others`, in one wording for the question and its answer. */
function sidesLabel(queue: CriticalQueue, earlier: number, day = ''): string {
  const isLeast = isPartialQueue(queue)
  const before = countOf(earlier, 'untouched result', 'untouched results', isLeast)
  return `${before} came before${day}, ${countOf(laterOf(queue, earlier), 'other', 'others', isLeast)}`
}

const closeLabel = (count: number | null) => (count ? `Close ${countOf(count, 'result')}` : 'Close results')

/** Counts every result as work: no result is older. */
const EVERYTHING = '1970-01-01T00:00:00Z'

/** Asks once for each environment from when on critical results are work, where old ones wait and nobody has said so. */
export function StartQuestion({ environment, onChoose }: { environment: string; onChoose: () => void }) {
  const client = useQueryClient()
  const zone = useTimeZone()
  const today = useAtPresent((now) => dayIn(zone, now))
  const params = { environment }
  const query = { earlier_than: dayBegins(today, zone) }
  const { data } = useQuery(consoleQuery(listCriticalOrders, { params, query }, {}))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => consoleRequest(setCriticalStart, { params, body: { starts_at: EVERYTHING } }, {}),
    onSuccess: () => invalidateCritical(client),
  })
  if (!(data && data.starts_at === null && data.earlier_count)) return null
  return (
    <section
      aria-label="Start of critical results"
      className="-mx-4 -mt-2.5 mb-2 border-b border-line bg-sunken px-4 py-2.5 text-ink"
    >
      <p className="font-control">From when on are critical results work here?</p>
      <p className="text-ink-2">
        {sidesLabel(data, data.earlier_count, ' today')}. All of them count as work until you choose.
      </p>
      {error && <FailedLine>Not saved. {error.message}</FailedLine>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onPress={onChoose}>Choose a start date</Button>
        <PendingButton isPending={isPending} onPress={() => mutate()}>
          Count all of them
        </PendingButton>
      </div>
    </section>
  )
}

interface OldResultsProps {
  environment: string
  /** Start date that is set now. */
  starts_at: string | null
  onClose: () => void
}

/** Sets a start date for the old results of a newly connected service, or closes all that wait with one reason. */
export function OldResultsDialog({ environment, starts_at, onClose }: OldResultsProps) {
  const client = useQueryClient()
  const zone = useTimeZone()
  const mayStart = useMay(setCriticalStart.permission)
  const [done, setDone] = useState(0)
  const params = { environment }
  const api = useApiForm({
    schema: formIn(zone),
    defaultValues: {
      // No day is proposed: yesterday’s results aren’t old because today has begun.
      day: starts_at === null || starts_at === EVERYTHING ? '' : dayIn(zone, parseInstant(starts_at)),
      action: mayStart ? 'start' : 'close',
      comment: '',
    },
    fields: FIELDS,
    fieldOf: (path) => (path === 'starts_at' ? 'day' : path),
    // Nobody closes a number that they haven’t seen.
    isBlocked: (values) => values.action === 'close' && isDay && !closable,
    send: async ({ day, action, comment }) => {
      const before = dayBegins(day, zone)
      if (action === 'close') return closeAll(before, comment, closable ?? 0)
      await consoleRequest(setCriticalStart, { params, body: { starts_at: before } }, {})
      return { closed: 0, failed: 0 }
    },
    onSent: ({ closed, failed }, { action }) => {
      invalidateCritical(client)
      if (action === 'start') toast({ kind: 'done', title: 'Start date saved.' })
      else if (failed > 0) {
        toast({
          kind: 'failed',
          title: `${countOf(closed, 'result')} closed, ${formatCount(failed)} not.`,
          text: 'They may have newer results.',
        })
      } else toast({ kind: 'done', title: `${countOf(closed, 'result')} closed.` })
      onClose()
    },
  })

  /** One by one: each closing is on record by itself, one that fails stops no other, and never more than were counted. */
  async function closeAll(before: string, comment: string, most: number) {
    const tried = new Set<string>()
    let closed = 0
    for (;;) {
      const { waiting } = await consoleRequest(listCriticalOrders, { params, query: {} }, {})
      const batch = waiting.filter(
        ({ order_id, state, result_at }) =>
          state === 'waiting' && !tried.has(order_id) && compareInstants(result_at, before) < 0,
      )
      if (batch.length === 0 || tried.size >= most) return { closed, failed: tried.size - closed }
      for (const { order_id, result_at, result_id } of batch.slice(0, most - tried.size)) {
        tried.add(order_id)
        const body = { order_id, result_at, result_id, comment, closes: true }
        const isClosed = await consoleRequest(acknowledgeCriticalOrder, { params, body }, {}).then(
          () => true,
          () => false,
        )
        if (isClosed) noteChange(client, order_id)
        if (isClosed) closed += 1
        setDone(closed)
      }
    }
  }

  const { day, action } = api.values
  const isDay: boolean = isoDate.safeParse(day).success
  const { data } = useQuery({
    ...consoleQuery(listCriticalOrders, { params, query: isDay ? { earlier_than: dayBegins(day, zone) } : {} }, {}),
    enabled: isDay,
  })
  const uncounted = isDay ? 'Not counted yet.' : 'Choose a date to see how many came before and since.'
  const counts =
    data === undefined || data.earlier_count === null
      ? uncounted
      : `${sidesLabel(data, data.earlier_count)}, without those that someone has acknowledged.`
  const closable: number | null = data?.earlier_waiting_count ?? null
  const { control } = api.form
  return (
    <FormDialog
      api={api}
      title="Old critical results"
      summary={api.isPending && action === 'close' ? `Closed ${formatCount(done)} so far.` : counts}
      confirm={action === 'start' ? 'Save start date' : closeLabel(closable)}
      blocked={action === 'close' && closable === 0 ? 'No result from before this date waits.' : null}
      isLocal
      sheet
      onClose={onClose}
    >
      <FormField control={control} name="day" label="Date" type="date" autoFocus />
      <Controller
        control={control}
        name="action"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(api.id, 'action')}
            label="Results before this date"
            value={field.value}
            options={[
              ...(mayStart ? [{ value: 'start' as const, label: 'Don’t count them as work' }] : []),
              { value: 'close' as const, label: 'Acknowledge and close them with one reason' },
            ]}
            onChange={field.onChange}
            problem={api.problem('action')}
          />
        )}
      />
      {action === 'close' && (
        <FormNote
          control={control}
          name="comment"
          label="Reason"
          hint="Saved with each of them. Don’t use a patient’s name."
          max={COMMENT_MAX}
          rows={3}
        />
      )}
    </FormDialog>
  )
}
