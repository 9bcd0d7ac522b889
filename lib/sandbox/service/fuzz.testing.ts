/** Requests that no honest client sends: valid calls of every endpoint, spoilt in one to three places. */
import fc from 'fast-check'
import { type EndpointName, endpoints } from '#lib/domains/service-endpoints.ts'
import { junk, METHODS, RAW, TYPES, text } from './fuzz-values.testing.ts'

export interface FuzzRequest {
  name: EndpointName
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Ids of the data set that valid calls are made with. */
export interface Known {
  user_ids: string[]
  order_ids: string[]
}

type Json = unknown
interface Draft {
  method: string
  params: Record<string, string>
  query: [string, string][]
  body: Json
  raw: string | null
  type: string
}
type Spoil = (draft: Draft) => Draft

const ADDRESS = { first_line: '1204 Alder St', second_line: null, zip_code: '85004', state: 'AZ', city: 'Phoenix' }
const PERSON = { first_name: 'Maren', last_name: 'Lee', phone_number: '+16025550143', address: ADDRESS }

/** Query and body of a call that would be answered. */
function valid(name: EndpointName, user_id: string): { query: [string, string][]; body: Json } {
  const bodies: Partial<Record<EndpointName, Json>> = {
    update_user_info: {
      ...PERSON,
      email: 'm@mail.example',
      gender: 'female',
      dob: '1982-02-28',
      medical_proxy: PERSON,
      race: 'other',
    },
    bulk_import_connections: {
      provider: 'pulsewren',
      wait_for_completion: true,
      connections: [
        {
          user_id,
          access_token: 'a',
          refresh_token: 'r',
          provider_id: 'p',
          expires_at: 1,
          oauth_scopes: ['sleep.read'],
        },
      ],
    },
    create_portal_url: { context: 'launch', order_id: null },
    update_user: {
      fallback_time_zone: 'UTC',
      ingestion_start: '2026-01-01',
      ingestion_end: '2026-02-01',
      client_user_id: 'c-1',
    },
    create_link_token: {
      user_id,
      provider: 'manual',
      redirect_url: 'https://a.example',
      filter_on_providers: ['manual'],
    },
    book_phlebotomy_appointment: {
      booking_key: 'sandbox_fail',
      appointment_notes: 'x',
      async_confirmation: false,
      sync_confirmation_timeout_millisecond: null,
    },
  }
  const queries: Partial<Record<EndpointName, [string, string][]>> = {
    create_link_code: [['user_id', user_id]],
    get_service_centers: [
      ['zip_code', '85004'],
      ['lab_id', '1'],
    ],
  }
  return { query: queries[name] ?? [], body: bodies[name] }
}

/** Every place in a value that could be another: the keys from the top down. */
function placesIn(value: Json, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

/** The value with another at a place; `undefined` removes what is there. */
function replaced(value: Json, [key, ...rest]: readonly string[], by: Json): Json {
  if (key === undefined) return by
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const changed = entries.map(([name, inner]) => [name, name === key ? replaced(inner, rest, by) : inner])
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed)
}

function spoils(name: EndpointName, user_id: string): fc.Arbitrary<Spoil> {
  const { params, query, body } = endpoints[name]
  const set =
    (change: Partial<Draft>): Spoil =>
    (draft) => ({ ...draft, ...change })
  const asked = Object.keys(query.shape)
  const kinds: fc.Arbitrary<Spoil>[] = [
    fc.constantFrom(...METHODS).map((method) => set({ method })),
    fc
      .tuple(fc.constantFrom(...asked, 'extra', '__proto__', 'page[]'), fc.array(text, { minLength: 1, maxLength: 3 }))
      .map(
        ([key, values]): Spoil =>
          (draft) => ({
            ...draft,
            query: [
              ...draft.query.filter(([each]) => each !== key),
              ...values.map((value): [string, string] => [key, value]),
            ],
          }),
      ),
    fc.constant((draft) => ({ ...draft, query: draft.query.slice(1) })),
  ]
  const names = Object.keys(params.shape)
  if (names.length > 0) {
    kinds.push(
      fc.tuple(fc.constantFrom(...names), text).map(
        ([key, value]): Spoil =>
          (draft) => ({ ...draft, params: { ...draft.params, [key]: value } }),
      ),
    )
  }
  if (body) {
    const place = fc.constantFrom(...placesIn(valid(name, user_id).body))
    const change = fc.tuple(place, junk).map(
      ([path, by]): Spoil =>
        (draft) => ({ ...draft, body: replaced(draft.body, path, by) }),
    )
    const removal = place.map(
      (path): Spoil =>
        (draft) => ({ ...draft, body: replaced(draft.body, path, undefined) }),
    )
    kinds.push(
      change,
      change,
      change,
      removal,
      fc.constantFrom(...RAW).map((raw) => set({ raw })),
      fc.constantFrom(...TYPES).map((type) => set({ type })),
    )
  }
  return fc.oneof(...kinds)
}

/** Half pairs cannot travel in an address: they go as the bytes that somebody might send for them. */
function escaped(value: string): string {
  return [...value]
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('')
}

function asRequest(name: EndpointName, { method, params, query, body, raw, type }: Draft): FuzzRequest {
  // Not `buildPath`, which refuses what an address would lose.
  const path = endpoints[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent((params[key] ?? '').toWellFormed()),
  )
  const search = query.map(([key, value]) => `${encodeURIComponent(key)}=${escaped(value)}`).join('&')
  const content = raw ?? (body === undefined ? null : writable(body))
  return {
    name,
    method,
    path: `${path}${search === '' ? '' : `?${search}`}`,
    headers: content === null || type === '' ? {} : { 'content-type': type },
    body: method === 'GET' ? null : content,
  }
}

/** Writes bodies nested too deeply for `JSON.stringify`. */
function writable(body: Json): string {
  try {
    return JSON.stringify(body) ?? ''
  } catch {
    return `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  }
}

export function fuzzRequests({ user_ids, order_ids }: Known): fc.Arbitrary<FuzzRequest> {
  const names = Object.values(endpoints).map(({ name }) => name)
  return fc
    .record({
      name: fc.constantFrom(...names),
      user_id: fc.constantFrom(...user_ids),
      order_id: fc.constantFrom(...order_ids),
    })
    .chain(({ name, user_id, order_id }) => {
      const start: Draft = {
        ...valid(name, user_id),
        method: endpoints[name].method,
        params: { user_id, order_id, provider: 'manual', lab_test_id: '00000000-0000-4000-a000-000000000101' },
        raw: null,
        type: 'application/json',
      }
      return fc.array(spoils(name, user_id), { minLength: 1, maxLength: 3 }).map((list) =>
        asRequest(
          name,
          list.reduce((draft, spoil) => spoil(draft), start),
        ),
      )
    })
}
