/** A user and their demographics for the tests of this folder. */

import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import type { DirectoryUser } from '#lib/domains/users/directory.ts'

export const ADDRESS = { environment: 'sandbox', user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b' } as const

const SET = { source_slug: 'manual', updated_at: '2026-11-01T10:00:00Z' }

export const ROW: DirectoryUser = {
  seen_at: '2026-11-19T20:30:00Z',
  user: {
    user_id: ADDRESS.user_id,
    team_id: '00000000-0000-4000-8000-000000000001',
    client_user_id: 'member-20931',
    created_on: '2026-03-04T10:00:00Z',
    connected_sources: [],
    fallback_time_zone: { id: 'America/Denver', ...SET },
    fallback_birth_date: { value: '1982-02-03', ...SET },
  },
}

export const INFO: UserInfo = {
  first_name: 'Theo',
  last_name: 'Lindqvist',
  email: 'theo@example.com',
  phone_number: '+16025550143',
  gender: 'male',
  dob: '1982-02-03',
  address: { first_line: '12 Elm St', second_line: null, zip_code: '85004', state: 'AZ', city: 'Phoenix' },
  medical_proxy: null,
  race: 'a_later_value',
  ethnicity: 'other',
  sexual_orientation: null,
  gender_identity: null,
}
