/** Services and clocks for tests of the user directory. */

import { type ServicePage, SourceFailure, type UserSource } from '#lib/console/sources.ts'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import type { User } from '#lib/domains/users/user.ts'

export const ENVIRONMENT = 'sandbox'
export const NEVER = new AbortController().signal

export function userOf(index: number): User {
  const created_on = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString()
  return makeUser({ user_id: userIdOf(index), client_user_id: `member-${index}`, created_on })
}

/** So many users, newest first. */
export function usersUpTo(count: number): User[] {
  return Array.from({ length: count }, (_, index) => userOf(count - 1 - index))
}

export interface FakeService extends UserSource {
  users: User[]
  /** Offsets that were asked for. */
  asked: number[]
  /** Steps that the next calls run before they answer; one that throws is the answer. */
  next: (() => void)[]
}

export function fakeService(count: number): FakeService {
  const service: FakeService = {
    users: usersUpTo(count),
    asked: [],
    next: [],
    async listUsers(_, { offset, limit }): Promise<ServicePage> {
      service.asked.push(offset)
      service.next.shift()?.()
      const users = service.users.slice(offset, offset + limit)
      return { users, entries: users.length, unreadable: [], total: service.users.length }
    },
  }
  return service
}

export function fails(message: string, wait: number | null = null, status: number | null = null) {
  return () => {
    throw new SourceFailure(message, wait, status)
  }
}

export function clock(start = '2026-11-21T08:00:00.000Z') {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    forward(milliseconds: number) {
      at += milliseconds
    },
  }
}
