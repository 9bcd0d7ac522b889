'use client'
import { useMutation } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { FieldError, Heading, Label, Text, TextArea, TextField } from 'react-aria-components'
import { bookingLook } from '#components/shared/booking-terms.tsx'
import { boxStyle } from '#components/ui/box-style.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FailedLine } from '#components/ui/failed-line.tsx'
import { labelStyle } from '#components/ui/field.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { PendingButton } from '#components/ui/pending-button.tsx'
import { RequestError } from '#lib/client/errors.ts'
import { consoleRequest } from '#lib/client/request.ts'
import {
  type Booking,
  HAND_STATES,
  type HandState,
  STATE_NOTE_MAX,
  setBookingState,
  stateNote,
} from '#lib/contract/console/bookings.ts'
import { shortId } from '#lib/utils/ids.ts'

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
          <TextField
            value={note}
            onChange={(text) => {
              setNote(text)
              if (problem !== null) setProblem(check(text))
            }}
            isInvalid={problem !== null}
            validationBehavior="aria"
            className="mt-4 flex flex-col gap-1.5"
          >
            <Label className={labelStyle}>How you know</Label>
            <TextArea rows={2} autoComplete="off" className={`${boxStyle} p-2.5 text-base max-rail:text-lg`} />
            <Text slot="description" className="flex justify-between gap-3 text-xs text-ink-3">
              <span>Whom you asked, or what you saw. No patient’s name.</span>
              <span>
                {note.trim().length} of {STATE_NOTE_MAX}
              </span>
            </Text>
            <FieldError data-tone="bad" className="text-sm font-control text-tone-fg">
              {problem}
            </FieldError>
          </TextField>
          {save.error && <FailedLine>{save.error.message}</FailedLine>}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          <p className="mr-auto flex items-center gap-1.5 text-xs text-ink-3 max-rail:w-full">
            <HardDrive aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.8} />
            Kept in this console only
          </p>
          <Button onPress={on.onClose}>
            Cancel <Kbd>Esc</Kbd>
          </Button>
          <PendingButton type="submit" look="primary" isPending={save.isPending}>
            Set to {bookingLook(state).label.toLowerCase()}
          </PendingButton>
        </div>
      </form>
    </Dialog>
  )
}
