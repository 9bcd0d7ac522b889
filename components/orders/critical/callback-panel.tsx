/** Records a call about a critical result beside the order. Loaded when it is first opened. */
import { useQuery } from '@tanstack/react-query'
import { Lock, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { PatientLine, usePatient } from '#components/patterns/domain/patient.tsx'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField, FormNote, FormWhich } from '#components/patterns/form/form-field.tsx'
import { fieldId } from '#components/patterns/form/form-scope.ts'
import { UnsavedDialog } from '#components/patterns/form/save-bar.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { PatientName, Redact } from '#components/ui/display/redact.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { RadioGroup } from '#components/ui/field/radio-group.tsx'
import {
  CALL_OUTCOMES,
  CALLED_LABELS,
  CALLED_NAME_MAX,
  type Called,
  NOTE_MAX,
} from '#lib/domains/orders/critical/callbacks.ts'
import { compareResults, isCritical } from '#lib/domains/orders/critical/critical-state.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { type Contact, calledChoices } from '#lib/domains/orders/patient.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { leave, useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { instantDay, instantParts } from '#lib/utils/time/instants.ts'
import { AttemptList } from './attempt-list.tsx'
import {
  type CallbackApi,
  type CallbackValues,
  hasNext,
  NEXT_CHOICES,
  nextAttemptAt,
  nextInstants,
  OUTCOMES,
  useCallbackForm,
} from './use-callback-form.ts'
import { useCriticalState, useResultSeen } from './use-critical-state.ts'

interface CallbackPanelProps {
  environment: string
  order: Order
  onClose: () => void
}

/** Not modal: the order stays readable. Narrow windows have it above the order, phones in place of it. */
export function CallbackPanel({ environment, order, onClose }: CallbackPanelProps) {
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  const { result, state } = useCriticalState(environment, order)
  const { contact, birth_date } = usePatient(environment, order)
  const isNewer = compareResults(useResultSeen(result), result) < 0
  const acknowledges = useRef(false)
  const isWaiting = state?.standing === 'waiting' && isCritical(order) && !isNewer
  const api = useCallbackForm(environment, result, { acknowledges, onSaved: onClose, contact })
  const { called_name, outcome, note } = api.values
  const mayAcknowledge = isWaiting && outcome === 'read_back'
  // An outcome alone is a call that would go unrecorded.
  const guard = useLeaveGuard(`${called_name}${outcome}${note}`.trim() !== '')
  const latest = useRef({ close: () => leave(onClose), isAsking: guard.isAsking })
  useEffect(() => {
    latest.current = { close: () => leave(onClose), isAsking: guard.isAsking }
  })
  useEffect(() => {
    const inPanel = (element: Element) => panel.current?.contains(element) ?? false
    panel.current?.querySelector('input')?.focus()
    const press = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Escape' && !event.defaultPrevented && !latest.current.isAsking
      const isHere = event.target instanceof Element && (event.target === document.body || inPanel(event.target))
      if (!isOurs || !isHere) return
      event.preventDefault()
      latest.current.close()
    }
    // Before a tooltip takes the key to itself.
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
  const callbacks = state?.callbacks ?? []
  return (
    <aside
      ref={panel}
      aria-labelledby={heading}
      className="z-20 flex w-[432px] shrink-0 flex-col border-l border-line bg-surface max-[1179px]:absolute max-[1179px]:inset-y-0 max-[1179px]:right-0 max-[1179px]:shadow-3 max-rail:fixed! max-rail:inset-0 max-rail:z-50 max-rail:w-full max-rail:border-l-0 print:hidden"
    >
      <div className="flex items-start gap-2 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="text-lg">
            Record a callback
          </h2>
          <PatientLine environment={environment} order={order} />
          <p className="truncate text-ink-2">{result.test}</p>
        </div>
        <Kbd>Esc</Kbd>
        <IconButton icon={X} label="Close" plain onPress={() => leave(onClose)} />
      </div>
      <ApiForm api={api} className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="flex flex-col gap-4 p-4">
            <FormSummary api={api} />
            {isMasked(birth_date) && (
              <Notice kind="warn">
                The age is hidden. Show patient data before you call: a minor’s proxy is called.
              </Notice>
            )}
            {isNewer && (
              <Notice kind="warn">
                {isCritical(order)
                  ? 'A newer critical result has come. This call is recorded for the earlier one, and the newer one still waits.'
                  : 'The result is no longer critical. This call is recorded for the earlier value: tell whoever heard it.'}
              </Notice>
            )}
            <CallbackFields api={api} contact={contact} escalatesAt={state?.escalatesAt ?? null} />
            <FormProblem api={api} />
          </div>
          <div className="flex items-center justify-between gap-3 border-y border-line bg-sunken px-4 py-2">
            <h3 className="text-sm">
              Attempts so far <span className="font-normal text-ink-3">{callbacks.length}</span>
            </h3>
            <p className="flex items-center gap-1.5 text-xs text-ink-3">
              <Lock className="size-3.5" />
              Can’t be edited or deleted
            </p>
          </div>
          {callbacks.length === 0 && <p className="px-4 py-3 text-ink-3">No attempts yet.</p>}
          {callbacks.length > 0 && <AttemptList callbacks={callbacks} />}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
          <p className="mr-auto text-xs text-ink-3">Stored in this console only</p>
          <Button onPress={() => leave(onClose)}>Cancel</Button>
          <PendingButton
            look={mayAcknowledge ? 'outline' : 'primary'}
            type="submit"
            isPending={api.isPending}
            onPress={() => {
              acknowledges.current = false
            }}
          >
            Save attempt
          </PendingButton>
          {mayAcknowledge && (
            <PendingButton
              look="primary"
              type="submit"
              isPending={api.isPending}
              onPress={() => {
                acknowledges.current = true
              }}
            >
              Save and acknowledge
            </PendingButton>
          )}
        </div>
      </ApiForm>
      <UnsavedDialog guard={guard} what="this callback" />
    </aside>
  )
}

interface NextProps {
  api: CallbackApi
  /** In milliseconds; null where nothing escalates. */
  escalatesAt: number | null
}

const NEXT_OPTIONS = NEXT_CHOICES.map((value) => ({ value, label: value === 'time' ? 'At a time' : `In ${value} min` }))

/** Fields of a call: who, outcome, next step. */
function CallbackFields({ api, contact, escalatesAt }: NextProps & { contact: Contact }) {
  const { id, form, values, problem } = api
  const { control } = form
  return (
    <>
      <Controller
        control={control}
        name="called"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(id, 'called')}
            label="Who did you call?"
            value={field.value}
            options={calledChoices(contact).choices.map((value) => ({
              value,
              label: <CalledLabel value={value} proxy={contact.proxy} />,
            }))}
            onChange={field.onChange}
            problem={problem('called')}
          />
        )}
      />
      {values.called !== '' && values.called !== 'patient' && (
        <FormField
          control={control}
          name="called_name"
          label={values.called === 'other' ? 'Name and role' : 'Name and role (optional)'}
          maxLength={CALLED_NAME_MAX}
        />
      )}
      <Controller
        control={control}
        name="outcome"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(id, 'outcome')}
            label="Outcome"
            look="cards"
            className="grid-cols-3 max-rail:grid-cols-1"
            value={field.value}
            options={CALL_OUTCOMES.map((value) => ({ value, label: <OutcomeLabel value={value} /> }))}
            onChange={field.onChange}
            problem={problem('outcome')}
          />
        )}
      />
      {hasNext(values.outcome) && <NextAttempt api={api} escalatesAt={escalatesAt} />}
      <FormNote
        control={control}
        name="note"
        label="Note (optional)"
        hint="Don’t use the patient’s name. Ctrl+Enter saves."
        max={NOTE_MAX}
        rows={3}
      />
    </>
  )
}

function CalledLabel({ value, proxy }: { value: Called; proxy: Contact['proxy'] }) {
  const { name, relationship } = (value === 'medical_proxy' && proxy) || {}
  return (
    <>
      {CALLED_LABELS[value]}
      {name && (
        <span className="font-normal text-ink-2">
          {' '}
          <PatientName name={name} />
          {relationship && (
            <>
              {' '}
              (<Redact noun="Relationship">{relationship}</Redact>)
            </>
          )}
        </span>
      )}
    </>
  )
}

function OutcomeLabel({ value }: { value: (typeof CALL_OUTCOMES)[number] }) {
  const { label, tone, icon } = OUTCOMES[value]
  return (
    <span data-tone={tone} className="flex flex-col gap-1">
      <span className="text-tone-fg">
        <Icon of={icon} />
      </span>
      {label}
    </span>
  )
}

function NextAttempt({ api, escalatesAt }: NextProps) {
  const { id, form, values, problem } = api
  const { zone } = useWallClock()
  return (
    <div className="flex flex-col gap-3">
      <Controller
        control={form.control}
        name="next"
        render={({ field }) => (
          <RadioGroup
            id={fieldId(id, 'next')}
            label="Next attempt"
            look="cards"
            className="grid-cols-2"
            value={field.value}
            options={NEXT_OPTIONS}
            onChange={field.onChange}
            hint={<NextHint values={values} escalatesAt={escalatesAt} />}
            problem={problem('next')}
          />
        )}
      />
      {values.next === 'time' && (
        <>
          <FormField control={form.control} name="next_time" label="Time of the next attempt" type="time" />
          <FormWhich
            control={form.control}
            name="which"
            instants={nextInstants(values.next_time, { now: clockNow(), zone })}
          />
        </>
      )}
    </div>
  )
}

/** When that is on the viewer's clock, and whether escalation is due before. */
function NextHint({ values, escalatesAt }: { values: CallbackValues; escalatesAt: number | null }) {
  const clock = useWallClock()
  return useAtPresent((now) => {
    const next = nextAttemptAt(values, { now, zone: clock.zone })
    if (next === null) return 'Enter a time below.'
    const { day, time, zone } = instantParts(next, clock)
    const at = day === instantDay(now, clock) ? `At ${time} ${zone}.` : `On ${day} at ${time} ${zone}.`
    if (escalatesAt === null || escalatesAt <= now) return at
    const escalation = instantParts(escalatesAt, clock)
    return `${at} ${next < escalatesAt ? 'Before' : 'After'} escalation is due at ${escalation.time}.`
  })
}

interface OrderCallProps {
  environment: string
  order_id: string
  onClose: () => void
}

/** The panel that records a call, on a page that doesn't have the order: it is read first. */
export function OrderCall({ environment, order_id, onClose }: OrderCallProps) {
  const { data, error } = useQuery(orderQuery(environment, order_id))
  const order = data?.orders.find(({ id }) => id === order_id)
  const isGone = error !== null || (data !== undefined && !order)
  useEffect(() => {
    if (!isGone) return
    toast({ kind: 'failed', title: `Order ${shortId(order_id)} didn’t load.`, text: 'Open it to record the call.' })
    onClose()
  }, [isGone, order_id, onClose])
  return order ? <CallbackPanel environment={environment} order={order} onClose={onClose} /> : null
}
