/** Every place where the spec says "not shown", and what this project does there. gaps.md is made of it. */

export interface Gap {
  /** Short name, used in comments across the project. */
  name: string
  /** Where the spec leaves it open. */
  section: string
  decision: string
}

export const gaps: readonly Gap[] = [
  {
    name: 'name rule',
    section: 'User info',
    decision:
      "Letters A to Z, digits, - . , ' and single inner spaces; starts with a letter or digit. Accents are refused, as labs do. Typographic apostrophes are stored as '.",
  },
  {
    name: 'phone number',
    section: 'User info',
    decision: 'E.164; ten US digits, with or without their usual marks, are completed to +1.',
  },
  { name: 'gender', section: 'User info', decision: 'A free string, offered as female, male, other, unknown.' },
  {
    name: 'address',
    section: 'User info',
    decision:
      'first_line, zip_code, city and state are required, second_line may be null; two-letter state; ZIP of 5 digits or ZIP+4; other fields are read if sent.',
  },
  {
    name: 'medical_proxy',
    section: 'User info',
    decision: 'first_name, last_name, phone_number, address and optionally relationship; unknown fields are kept.',
  },
  {
    name: 'expected result dates',
    section: 'Order',
    decision:
      'The order has none. Where a service sends `worst_case_result_by_date` or else `expected_result_by_date` (a date or date-time), an order with the lab isn’t stuck before it has passed; then its limit applies.',
  },
  {
    name: 'lab test facts',
    section: 'Marker',
    decision:
      'No call lists lab tests. The console counts and adds up the markers’ own `total` and `price`; a price that isn’t a number leaves out the sum. A test’s collection methods are those of orders with exactly its name that the browser has shown already: orders carry no lab test ID.',
  },
  {
    name: 'connection status',
    section: 'Provider connection',
    decision: '`connected` or `error`; anything else is shown as sent. Transitions are the provider’s.',
  },
  {
    name: 'error_details',
    section: 'Provider connection',
    decision: '`{error_type, error_message, errored_at}` with eight known types; other fields pass through.',
  },
  {
    name: 'ConnectionRecipe',
    section: 'ConnectionRecipe',
    decision:
      'All fields required but oauth_scopes, without which all count as granted; expires_at is epoch seconds; the user must exist.',
  },
  {
    name: 'provider slugs',
    section: 'Provider slug enumerations',
    decision:
      'Lower-case letters, digits and _; the set is open. The embedded service has 39 invented ones, 16 of them cloud OAuth.',
  },
  {
    name: 'appointment events',
    section: 'Appointment',
    decision: '`{id, created_at, status, data}`; event_data is any object or null.',
  },
  {
    name: 'appointment transitions',
    section: 'States and transitions',
    decision:
      'A confirmed booking is `confirmed` with event_status `scheduled`; a late one `pending` with `pending`, then confirmed, or `cancelled` with `cancelled`.',
  },
  {
    name: 'booking rules',
    section: 'Book phlebotomy appointment',
    decision:
      'One open appointment per order, including one known only from its latest event: a second is refused with 409. Every other rule is advice in the console.',
  },
  {
    name: 'booking wait',
    section: 'Book phlebotomy appointment',
    decision:
      'Without async confirmation the embedded service waits at most 20 seconds. With it, the asynchronous time-out begins when the synchronous one ends.',
  },
  {
    name: 'booking key',
    section: 'Book phlebotomy appointment',
    decision: 'An unknown or expired one is a 400; where keys come from is not in the specification.',
  },
  {
    name: 'deregistration without effect',
    section: 'Deregister a provider connection',
    decision:
      '`{success: false}` for a store on the device; 404 where the user has no such connection; 422 for a slug the service does not know.',
  },
  {
    name: 'link error parameters',
    section: 'Create link token',
    decision: '`state` (`success` or `error`), `error` and `provider` are added to redirect_url; what it held stays.',
  },
  {
    name: 'order of another user',
    section: 'Create portal URL',
    decision: '404: an order_id must be one of that user’s. An unknown context is a 422.',
  },
  {
    name: 'unknown lab, lab test, lab account or ZIP',
    section: 'List markers, Patient service center info',
    decision:
      '404 for the first three; a ZIP that is not in use is a 422. An account without the lab gets an empty list.',
  },
  {
    name: 'capabilities filter',
    section: 'Patient service center info',
    decision: 'A center must have all that are asked for. Distances are between the centroids of ZIPs, in miles.',
  },
  {
    name: 'hours of a center',
    section: 'Patient service center',
    decision:
      'A text, or days with their spans in any usual form, is put into words; any other is shown as sent. The embedded service sends a text for each open day, or null.',
  },
  {
    name: 'position of a center',
    section: 'Patient service center',
    decision:
      'A `location` of lng and lat is used where one is sent; else the middle of its ZIP, and the page says so.',
  },
  { name: 'marker type', section: 'Marker', decision: '`biomarker` or `panel`; anything else is shown as sent.' },
  {
    name: 'order details of other methods',
    section: 'Order',
    decision:
      'details.type is the method; data holds id, created_at, updated_at and, where there is one, appointment_id.',
  },
  {
    name: 'high-level order statuses',
    section: 'States and transitions',
    decision: 'received, collecting_sample, sample_with_lab, completed, cancelled, failed.',
  },
  {
    name: 'low-level → high-level',
    section: 'States and transitions',
    decision: 'One table (`HIGH_LEVEL_OF`); the prefix of an event wins over it.',
  },
  {
    name: 'order transitions',
    section: 'States and transitions',
    decision: 'Any event may follow any other. Test kits travel; walk-ins and draws have appointments or draws.',
  },
  {
    name: 'order transaction',
    section: 'Order',
    decision:
      'status active, completed or cancelled, as its newest order stands; origin initial, redraw or recreation.',
  },
  {
    name: 'nullability of answers',
    section: 'Resources and their fields',
    decision: 'What has not happened yet is null. Absent and null are read alike; unknown fields pass through.',
  },
  {
    name: 'patient name of an order',
    section: 'List orders',
    decision:
      'The first and last name when the order was placed; it is searched and sorted by, but is no field of the order.',
  },
  {
    name: 'text search',
    section: 'List orders',
    decision: 'search_input, patient_name and shipping_recipient_name match any part of the text, whatever the case.',
  },
  {
    name: 'order of orders',
    section: 'List orders',
    decision: 'Newest first unless asked otherwise; a key without a direction sorts descending; ties by id.',
  },
  {
    name: 'dates without an offset',
    section: 'List orders',
    decision: 'UTC. Both ends of a range are part of it.',
  },
  {
    name: 'interpretation filter `unknown`',
    section: 'List orders',
    decision: 'Orders whose interpretation is null or none of normal, abnormal, critical.',
  },
  { name: 'query arrays', section: 'List orders', decision: 'Repeated keys: `status=a&status=b`.' },
  {
    name: 'total',
    section: 'List orders',
    decision:
      'Exact; null only where it would hold the page up: beyond 100,000 matches of a filtered search, and for more than a page of matches of a text under three characters in a team of more than 10,000 orders.',
  },
  { name: 'order of users', section: 'List users', decision: 'Newest first, ties by id.' },
  {
    name: 'update user',
    section: 'Update user',
    decision:
      '204 with no body. A client_user_id of another user of the team: 400 with its user_id and created_on. Values set here have the source `manual`.',
  },
  {
    name: 'expires_in',
    section: 'Create portal URL',
    decision: 'Seconds: 15 minutes for launch, 14 days for communications.',
  },
  { name: 'token lifetimes', section: 'Authentication', decision: 'Link token 10 minutes, sign-in token 1 hour.' },
  {
    name: 'bulk operation',
    section: 'Bulk import connections',
    decision:
      'Stored internally, batch by batch, until every user is imported or failed; no endpoint is invented for it. A user submitted twice is listed twice.',
  },
  {
    name: 'missing or invalid key',
    section: 'Authentication',
    decision: '401 with a `detail`, before anything else is looked at.',
  },
  {
    name: 'errors',
    section: 'Errors',
    decision:
      '`{detail}`: a text, or for 422 a list of `{loc, msg, type}`. 400, 401, 403 (feature or team), 404, 405, 409, 413, 415, 422, 429 with Retry-After, 500, 503.',
  },
  { name: 'closed beta', section: 'Errors', decision: '403 with a `detail` for a team that is not enabled.' },
  {
    name: 'webhook signing',
    section: 'Events',
    decision: 'Standard Webhooks: id, timestamp and HMAC-SHA256 signature headers, five minutes of tolerance.',
  },
  {
    name: 'delivery retries',
    section: 'Events',
    decision:
      'Up to 8 attempts after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h and 6 h, each 20 % shorter or longer by chance; the Retry-After of a 429 or 503 counts where it is later. Only 2xx within 15 s is a success; redirects aren’t followed. The embedded service delivers the events of one order, or of one user, in their order; a receiver shouldn’t rely on it, and recognizes duplicates by message ID.',
  },
  {
    name: 'destination registration',
    section: 'Events',
    decision:
      'Administrators manage endpoints of the embedded service in the console, not through its API: https only, except on this machine; public addresses only, checked after the name is resolved. A rotated secret signs for 24 hours more. 410 or 100 failed attempts in a row disable an endpoint. A remote service manages its own.',
  },
  {
    name: 'lab and appointment events',
    section: 'Events',
    decision:
      'labtest.order.created, labtest.order.updated, labtest.appointment.created, labtest.appointment.updated, labtest.result.critical; data is the order or the appointment, to which updated_at is added. No operation of the embedded service creates an order, so it never sends labtest.order.created.',
  },
  {
    name: 'connection events',
    section: 'Events',
    decision:
      'provider.connection.created when a connection is made or renewed, provider.connection.error when it has an error; data is user_id, source, status, created_on and, of an error, error_details.',
  },
  {
    name: 'summary fields and event catalogue',
    section: 'Events',
    decision: 'A summary is shown field by field as sent; an unknown event type is kept and shown as sent.',
  },
  {
    name: 'status_detail',
    section: 'Order',
    decision:
      'Not in the specification. Where an event of an order has it, a text or an object with a code, a reason or a message, it is shown in words, with whether another sample helps where that is said.',
  },
  {
    name: 'bookings and events',
    section: 'Events',
    decision:
      'An event about an appointment or an order settles the booking that it is about: by the appointment’s id, else the newest one that waits and was asked for before the appointment began (two minutes of tolerance between clocks). Nothing goes back to pending, and an older version changes nothing.',
  },
  {
    name: 'silence of a source',
    section: 'Events',
    decision:
      'Events that come within three hours are one beat. After four gaps between beats a source of a user has a rhythm; it is silent after three median gaps of the last twelve, and never before twelve hours. A source that is silent for more than half of at least five such users is an incident.',
  },
  {
    name: 'rate limits',
    section: 'Limits',
    decision: 'None from the embedded service; 429 and Retry-After are honoured.',
  },
  {
    name: 'summary versions',
    section: 'Events',
    decision:
      'The spec names no field that says how new a summary is: data.updated_at decides where it is sent, else the time of sending; of two alike, the one received later. Orders, appointments and workouts follow the same rule.',
  },
  {
    name: 'source type of a sample',
    section: 'Events',
    decision: 'The type of the sample, empty where it is null.',
  },
  {
    name: 'webhook payload size',
    section: 'Limits',
    decision: 'No limit is assumed beyond the console’s own of 1 MiB.',
  },
  {
    name: 'operations without a shape',
    section: 'Named but not described',
    decision:
      'Create user, list bulk ops, undo deletion, workout streams and management: no endpoint is invented for them.',
  },
  {
    name: 'event hub',
    section: 'Events',
    decision: 'Not used: events reach the console as webhook messages only.',
  },
  {
    name: 'texts and depth',
    section: 'Conventions',
    decision:
      'A NUL character, half a surrogate pair, more than 32 levels of nesting or more than 200,000 values are refused with 422.',
  },
  {
    name: 'link code expiry',
    section: 'Create link code',
    decision:
      'An expires_at that has passed, or that no four-digit year holds, is a 422. A code lives 24 hours at most: a later expires_at is answered with that.',
  },
  {
    name: 'ingestion bounds',
    section: 'Update user',
    decision: 'The end may not lie before the start, counting what was set before: 422.',
  },
  {
    name: 'deprecation and version negotiation',
    section: 'Versioning',
    decision: 'The version is the path’s and nothing else.',
  },
]

/** The list as the table of the page: one row a gap. */
export function gapsTable(): string {
  const rows = gaps.map(
    ({ name, section, decision }) => `| ${name} | ${section} | ${decision.replaceAll('|', '\\|')} |`,
  )
  return ['| gap | where | what the project does |', '|---|---|---|', ...rows].join('\n')
}
