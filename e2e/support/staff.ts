/** Staff made as in real life: an administrator invites them, the link opens the set-up, and that signs them in. */
import { z } from 'zod'
import type { Role } from '#lib/domains/staff/roles.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { inviteStaff, type StaffMember } from '#lib/domains/staff/staff.ts'
import { ask } from './http.ts'
import { type SignedIn, sessionFrom } from './session.ts'

export const STAFF_PASSWORD = 'slow lanterns drift east'

export interface Wanted {
  email: string
  role: Role
  /** Null for all. */
  environments?: readonly string[] | null
}

export interface Invited {
  member: StaffMember
  /** Token in the link. */
  token: string
}

export interface Colleague {
  id: string
  email: string
  session: SignedIn
}

/** @throws when the answer is anything but an invitation */
export async function invite(origin: string, administrator: SignedIn, wanted: Wanted): Promise<Invited> {
  const { email, role, environments = null } = wanted
  const json = { email, role, environments, name: 'A colleague' }
  const answer = await ask(origin, '/api/console/staff', { method: 'POST', json, session: administrator })
  if (answer.status !== 201) throw new Error(`Inviting was answered with ${answer.status}: ${answer.text}`)
  const { member, link } = inviteStaff.response.parse(answer.json)
  return { member, token: z.string().min(20).parse(link.split('#')[1]) }
}

/** Invited, set up and signed in. */
export async function addColleague(origin: string, administrator: SignedIn, wanted: Wanted): Promise<Colleague> {
  const { member, token } = await invite(origin, administrator, wanted)
  const json = { token, password: STAFF_PASSWORD }
  const answer = await ask(origin, `${AUTH_PREFIX}/setup`, { method: 'POST', json })
  if (answer.status !== 200) throw new Error(`Setting up was answered with ${answer.status}: ${answer.text}`)
  return { id: member.id, email: member.email, session: sessionFrom(origin, answer.setCookies) }
}
