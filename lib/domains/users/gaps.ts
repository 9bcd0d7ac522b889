/** Gaps of the specification about users and their demographics. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'

export const usersGaps: readonly Gap[] = [
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
  { name: 'order of users', section: 'List users', decision: 'Newest first, ties by id.' },
  {
    name: 'update user',
    section: 'Update user',
    decision:
      '204 with no body. A client_user_id of another user of the team: 400 with its user_id and created_on. Values set here have the source `manual`.',
  },
  {
    name: 'ingestion bounds',
    section: 'Update user',
    decision: 'The end may not lie before the start, counting what was set before: 422.',
  },
]
