/** Users of a very large service, each made from its place in the list alone: references of several kinds, few sources. */
import type { User } from '#lib/domains/users/user.ts'

const TEAM = '11111111-0000-4000-8000-000000000000'
const SOURCES = Array.from({ length: 40 }, (_, index) => `source_${String(index).padStart(2, '0')}`)
/** The first user joined then; each later one two minutes after the one before. */
const FIRST_JOINED = Date.UTC(2022, 0, 1)
const APART = 120_000

/** The user at a place of the list, newest first, of which `total` is the length. */
export function fakeUser(place: number, total: number): User {
  const number = total - 1 - place
  const random = hashed(number)
  const joined = FIRST_JOINED + number * APART
  const count = [0, 0, 1, 1, 1, 2, 2, 3][random % 8] ?? 0
  const connected_sources = Array.from({ length: count }, (_, at) => {
    // Squared, so that a few sources are common and most are rare.
    const share = hashed(number * 7 + at) / 2 ** 32
    const slug = SOURCES[Math.floor(share * share * SOURCES.length)] ?? ''
    const created_on = new Date(joined + (hashed(number + at) % 90) * 86_400_000).toISOString()
    return { created_on, source: { name: slug, slug, logo: `https://logos.test/${slug}.png` } }
  })
  const updated_at = new Date(joined).toISOString()
  return {
    user_id: fakeId(number),
    team_id: TEAM,
    client_user_id: reference(number, random),
    created_on: updated_at,
    connected_sources,
    fallback_birth_date: random % 3 === 0 ? { value: '1980-05-05', source_slug: 'manual', updated_at } : null,
    fallback_time_zone: random % 2 === 0 ? { id: 'America/Denver', source_slug: 'manual', updated_at } : null,
  }
}

/** Its digits are as evenly spread as those of a real one: a search for a part of it finds no more than it would. */
export function fakeId(number: number): string {
  const seeds = [number, number + 2 ** 31, number + 2 ** 30, number + 2 ** 29]
  const digits = seeds.map((seed) => hashed(seed).toString(16).padStart(8, '0')).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`
}

/** One in sixteen has none. */
function reference(number: number, random: number): string | null {
  const kind = random % 16
  if (kind === 0) return null
  if (kind < 10) return `member-${10_000 + number}`
  if (kind < 13) return `Clinic-${String.fromCharCode(65 + (random % 26))}-${random.toString(36)}`
  return fakeId(number + 2 ** 30)
}

/** An integer below 2^32 that looks like chance. */
function hashed(seed: number): number {
  let value = Math.imul((seed ^ 0x9e3779b9) >>> 0, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
