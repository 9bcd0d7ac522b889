/** Appointments: spec "Appointment", endpoint 11. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { emptyAsNone, isoDateTime, looseText, looseZip, openEnum, uuid } from '#lib/kernel/fields.ts'
import { orderId, personal, userId } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { APPOINTMENT_EVENT_STATUSES, APPOINTMENT_STATUSES, APPOINTMENT_TYPES } from '#lib/kernel/values.ts'

export const NOTES_LIMIT = 1000
/** Milliseconds (spec, "Limits"). */
export const SYNC_TIMEOUT = { min: 1_000, max: 10_000, default: 2_500 } as const
export const ASYNC_TIMEOUT = { min: 60_000, max: 172_800_000, default: 15 * 60_000 } as const

/** Spec, "Appointment": Area/Location, Etc/..., or a short legacy zone such as CET, EST, HST. */
const ZONE_FORM = /^([A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*|[A-Z]{2,4}\d?(?:[A-Z]{3})?)$/

/** Gap "appointment events": what an entry of `events` holds. */
const appointmentEvent = z.looseObject({
  id: z.union([z.int(), z.string()]).nullish(),
  created_at: emptyAsNone(isoDateTime),
  status: emptyAsNone(openEnum(APPOINTMENT_EVENT_STATUSES)),
  data: z.unknown().optional(),
})

const patientText = personal(looseText)

export const appointment = z.looseObject({
  id: uuid,
  user_id: userId,
  order_id: orderId,
  address: z.looseObject({
    first_line: patientText,
    second_line: patientText,
    city: patientText,
    state: patientText,
    zip_code: personal(looseZip),
    /** In place of `zip_code`, from services that call it so. */
    zip: personal(looseZip),
    unit: patientText,
    access_notes: patientText,
  }),
  location: personal(z.looseObject({ lng: z.number(), lat: z.number() }).nullish().catch(null)),
  start_at: emptyAsNone(isoDateTime),
  end_at: emptyAsNone(isoDateTime),
  type: openEnum(APPOINTMENT_TYPES),
  provider: z.string(),
  status: openEnum(APPOINTMENT_STATUSES),
  event_status: openEnum(APPOINTMENT_EVENT_STATUSES),
  provider_id: looseText,
  can_reschedule: emptyAsNone(z.boolean()),
  events: z.array(appointmentEvent).nullish(),
  order_transaction_id: emptyAsNone(uuid),
  /** A name of Windows or of nowhere is as good as none: the address says where it is. */
  iana_timezone: z.string().regex(ZONE_FORM).nullish().catch(null),
  external_id: looseText,
  appointment_notes: patientText,
  event_data: z.unknown().optional(),
})
export type Appointment = z.infer<typeof appointment>

const TIMEOUT_FIELDS = ['sync_confirmation_timeout_millisecond', 'async_confirmation_timeout_millisecond'] as const

export const appointmentBooking = z
  .object({
    booking_key: z.string().min(1, 'Enter the booking key.'),
    appointment_notes: z
      .string()
      .overwrite(TEXT_FIELDS.note.clean)
      .max(NOTES_LIMIT, `Keep the notes within ${NOTES_LIMIT} characters.`)
      .nullish(),
    async_confirmation: z.boolean().default(false),
    sync_confirmation_timeout_millisecond: z.int().min(SYNC_TIMEOUT.min).max(SYNC_TIMEOUT.max).nullish(),
    async_confirmation_timeout_millisecond: z.int().min(ASYNC_TIMEOUT.min).max(ASYNC_TIMEOUT.max).nullish(),
  })
  .superRefine((booking, context) => {
    if (booking.async_confirmation) return
    for (const field of TIMEOUT_FIELDS) {
      if (booking[field] == null) continue
      context.addIssue({ code: 'custom', path: [field], message: 'Only with async_confirmation true.' })
    }
  })
export type AppointmentBooking = z.infer<typeof appointmentBooking>

export const bookPhlebotomyAppointment = endpoint({
  name: 'book_phlebotomy_appointment',
  section: '11. Book phlebotomy appointment',
  method: 'POST',
  path: '/v3/order/{order_id}/phlebotomy/appointment/book',
  permission: 'appointments:book',
  params: z.object({ order_id: uuid }),
  body: appointmentBooking,
  response: appointment,
  errors: ['unknown_booking_key', 'appointment_open', 'booking_not_confirmed'],
})
