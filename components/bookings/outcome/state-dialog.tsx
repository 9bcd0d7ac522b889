'use client'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Heading } from 'react-aria-components'
import { bookingLook } from '#components/patterns/domain/booking-terms.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { KeptHereFoot } from '#components/ui/dialog/dialog-foot.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { NoteField } from '#components/ui/field/note-field.tsx'
import {
  type Booking,
  HAND_STATES,
  type HandState,
  STATE_NOTE_MAX,
  setBookingState,
  stateNote,
} from '#lib/domains/bookings/booking.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { shortId } from '#lib/utils/ids/ids.ts'

const MEANS: Readonly<Record<HandState, string>> = {
  confirmed: 'The appointment stands.',
  pending: 'The provider has not answered yet.',
  completed: 'The draw has taken place.',
  cancelled: 'The appointment does not stand any more.',
  failed: 'No appointment was ever made.',
}

interface StateDialogProps {
  environment: string
  booking: Booking
  /** What somebody else’s word suggests; null for no suggestion. */
  proposed: HandState | null
  note: string
  onSaved: (state: HandState) => Promise<void>
  /** The booking is no longer as it is shown. */
  onStale: () => void
  onClose: () => void
}

/** Sets by hand what nothing tells this console, with a word on how one knows. */
export function StateDialog({ environment, booking, proposed, note: first, ...on }: StateDialogProps) {
  const choices = HAND_STATES.filter((state) => state !== booking.state)
  const [state, setState] = useState<HandState>(proposed ?? choices[0] ?? 'confirmed')
  const [note, setNote] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (text: string) => {
      const params = { environment, booking_id: booking.id }
      return consoleRequest(setBookingState, { params, body: { state, note: text, version: booking.version } }, {})
    },
    onSuccess: () => on.onSaved(state),
    onError: (error) => {
      if (error instanceof RequestError && error.status === 409) on.onStale()
    },
  })
  const check = (text: string) => stateNote.safeParse(text).error?.issues[0]?.message ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check(note)
    setProblem(found)
    if (found === null && !save.isPending) save.mutate(note)
  }
  return (
    <Dialog isOpen onClose={on.onClose} dismissable={false} className="max-w-[480px]" sheet>
      <form onSubmit={submit} noValidate>
        <div className="p-5">
          <Heading slot="title" className="text-lg">
            Set the state of this booking
          </Heading>
          <p className="mt-1 text-base text-ink-2">
            Order <span className="font-mono text-sm">{shortId(booking.order_id)}</span>, now{' '}
            {bookingLook(booking.state).label.toLowerCase()}. This changes what the console says, and nothing at the
            service.
          </p>
          <fieldset className="mt-4 flex flex-col gap-0.5">
            <legend className={`${labelStyle} pb-1`}>It is</legend>
            {choices.map((each) => {
              const { label, tone, icon: Icon } = bookingLook(each)
              return (
                <label
                  key={each}
                  className="relative flex cursor-pointer items-center gap-2.5 rounded-control px-2 py-1.5 outline-focus hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2"
                >
                  <input
                    type="radio"
                    name="state"
                    value={each}
                    checked={each === state}
                    onChange={() => setState(each)}
                    className="peer absolute inset-0 cursor-pointer opacity-0"
                  />
                  <span
                    aria-hidden="true"
                    className="size-4 shrink-0 rounded-full border border-control bg-surface peer-checked:border-[5px] peer-checked:border-accent"
                  />
                  <span data-tone={tone} className="inline-flex items-center gap-1.5 font-control text-tone-fg">
                    <Icon aria-hidden="true" className="size-4" strokeWidth={1.9} />
                    {label}
                  </span>
                  <span className="text-xs text-ink-2">{MEANS[each]}</span>
                </label>
              )
            })}
          </fieldset>
          <NoteField
            label="How you know"
            hint="Whom you asked, or what you saw. No patient’s name."
            max={STATE_NOTE_MAX}
            rows={2}
            value={note}
            problem={problem}
            onChange={(text) => {
              setNote(text)
              if (problem !== null) setProblem(check(text))
            }}
          />
          {save.error && <FailedLine>{save.error.message}</FailedLine>}
        </div>
        <KeptHereFoot
          confirm={`Set to ${bookingLook(state).label.toLowerCase()}`}
          isPending={save.isPending}
          onClose={on.onClose}
        />
      </form>
    </Dialog>
  )
}
