/** Orders: spec "Order (ClientFacingOrder)", endpoint 13. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import {
  dateOrDateTime,
  digitsAsDay,
  emptyAsNone,
  isoDateTime,
  looseText,
  looseZip,
  missingAs,
  nullableCount,
  openEnum,
  pageNumber,
  pageSize,
  uuid,
} from '#lib/kernel/fields.ts'
import { orderId, personal, userId } from '#lib/kernel/marks.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import {
  ACTIVATION_TYPES,
  HIGH_LEVEL_STATUSES,
  INTERPRETATION_FILTERS,
  INTERPRETATIONS,
  LOW_LEVEL_STATUSES,
  ORDER_DIRECTIONS,
  ORDER_KEYS,
  ORDER_METHODS,
  ORDER_ORIGINS,
  TRANSACTION_STATUSES,
} from '#lib/kernel/values.ts'

const text = looseText
const moment = emptyAsNone(isoDateTime)
const patientText = personal(text)
const birth = personal(digitsAsDay(text))

const shipment = z.looseObject({
  id: text,
  outbound_tracking_number: text,
  outbound_tracking_url: text,
  inbound_tracking_number: text,
  inbound_tracking_url: text,
  outbound_courier: text,
  inbound_courier: text,
  notes: patientText,
  created_at: moment,
  updated_at: moment,
})
export type Shipment = z.infer<typeof shipment>

/** `status` reads `<high_level>.<method>.<low_level_status>`; any other string is shown as sent. */
export const orderEvent = z.looseObject({ id: z.int(), created_at: isoDateTime, status: z.string() })
export type OrderEvent = z.infer<typeof orderEvent>

const orderTransaction = z.looseObject({
  id: uuid,
  status: openEnum(TRANSACTION_STATUSES),
  orders: z.array(
    z.looseObject({
      id: orderId,
      created_at: isoDateTime,
      updated_at: isoDateTime,
      low_level_status: missingAs('unknown', openEnum(LOW_LEVEL_STATUSES)),
      low_level_status_created_at: moment,
      origin: missingAs('unknown', openEnum(ORDER_ORIGINS)),
    }),
  ),
})

export const order = z.looseObject({
  id: orderId,
  team_id: uuid,
  user_id: userId,
  patient_details: z.looseObject({ dob: birth, gender: patientText }).nullish(),
  priority: emptyAsNone(z.boolean()),
  patient_address: z
    .looseObject({
      receiver_name: personal(text, 'name'),
      first_line: patientText,
      second_line: patientText,
      city: patientText,
      state: patientText,
      zip: personal(looseZip),
      country: patientText,
      phone_number: patientText,
    })
    .nullish(),
  details: z.looseObject({
    type: openEnum(ORDER_METHODS),
    data: z
      .looseObject({
        id: text,
        shipment: shipment.nullish(),
        created_at: moment,
        updated_at: moment,
      })
      .nullish(),
  }),
  lab_test: z.looseObject({ name: z.string(), description: text, method: openEnum(ORDER_METHODS) }),
  sample_id: text,
  notes: patientText,
  created_at: isoDateTime,
  updated_at: isoDateTime,
  status: missingAs('unknown', openEnum(HIGH_LEVEL_STATUSES)),
  events: z.array(orderEvent),
  origin: emptyAsNone(openEnum(ORDER_ORIGINS)),
  order_transaction: orderTransaction.nullish(),
  /** In whatever case a service writes it: a critical result must be known as one. */
  interpretation: emptyAsNone(openEnum(INTERPRETATIONS).trim().toLowerCase()),
})
export type Order = z.infer<typeof order>

/** Person fields of a row made from an order; `patientOf` (patient.ts) says who the patient is. */
export const personOnOrder = z.object({
  user_id: userId,
  patient_details: z.object({ dob: birth }).nullish(),
  patient_address: z.object({ receiver_name: personal(text, 'name') }).nullish(),
})

export function personOn({ user_id, patient_details, patient_address }: Order): z.infer<typeof personOnOrder> {
  return {
    user_id,
    patient_details: patient_details && { dob: patient_details.dob },
    patient_address: patient_address && { receiver_name: patient_address.receiver_name },
  }
}

const searchText = z.string().overwrite(TEXT_FIELDS.search.clean)

/** Endpoint 13's query, all of it optional. Arrays travel as repeated keys. */
export const orderSearch = z.object({
  search_input: searchText.optional(),
  start_date: dateOrDateTime.optional(),
  end_date: dateOrDateTime.optional(),
  updated_start_date: dateOrDateTime.optional(),
  updated_end_date: dateOrDateTime.optional(),
  status: z.array(openEnum(LOW_LEVEL_STATUSES)).optional(),
  order_key: z.enum(ORDER_KEYS).optional(),
  order_direction: z.enum(ORDER_DIRECTIONS).optional(),
  order_type: z.array(openEnum(ORDER_METHODS)).optional(),
  is_critical: z.boolean().optional(),
  interpretation: z.enum(INTERPRETATION_FILTERS).optional(),
  order_activation_types: z.array(z.enum(ACTIVATION_TYPES)).optional(),
  user_id: uuid.optional(),
  patient_name: searchText.optional(),
  shipping_recipient_name: searchText.optional(),
  order_ids: z.array(uuid).optional(),
  order_transaction_id: uuid.optional(),
  page: pageNumber,
  size: pageSize,
})
export type OrderSearch = z.output<typeof orderSearch>

export const listOrders = endpoint({
  name: 'list_orders',
  section: '13. List orders',
  path: '/v3/orders',
  permission: 'orders:read',
  query: orderSearch,
  personal: ['search_input', 'patient_name', 'shipping_recipient_name'],
  response: z.looseObject({
    orders: z.array(order),
    total: nullableCount,
    page: nullableCount,
    size: nullableCount,
  }),
})
