/** A service behind an environment, for tests of the directory: sample users by pages, and every failure. */
import { createServer, type ServerResponse } from 'node:http'
import { makeUser, userIdOf } from '#lib/domains/users/user.testing.ts'
import type { User } from '#lib/domains/users/user.ts'

export interface TestService {
  url: string
  users: User[]
  /** Offsets that were asked for. */
  asked: number[]
  /** Answers the next request instead of the list. */
  instead: ((response: ServerResponse) => void)[]
  /** Milliseconds that each page takes. */
  takes: number
  stop(): Promise<void>
}

export function testUser(index: number): User {
  const slugs = ['marrowfit', 'pulsewell'].slice(0, index % 3)
  return makeUser({
    user_id: userIdOf(index),
    client_user_id: index % 10 === 9 ? null : `Member-${String(index).padStart(6, '0')}`,
    created_on: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    connected_sources: slugs.map((slug, at) => ({
      created_on: new Date(Date.UTC(2026, 5, 1) + index * 60_000 + at).toISOString(),
      source: { name: slug.toUpperCase(), slug, logo: null },
    })),
  })
}

/** Newest first, as many as asked for; takes the key `key` only. */
export async function startTestService(count: number, key: string): Promise<TestService> {
  const users = Array.from({ length: count }, (_, index) => testUser(count - 1 - index))
  const asked: number[] = []
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://service')
    if (request.headers['x-service-api-key'] !== key) return void response.writeHead(401).end()
    const offset = Number(searchParams.get('offset'))
    const limit = Number(searchParams.get('limit'))
    // Connections are checked too, after a while.
    if (searchParams.has('offset')) asked.push(offset)
    const special = service.instead.shift()
    if (special) return special(response)
    setTimeout(() => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ users: users.slice(offset, offset + limit), total: users.length, offset, limit }))
    }, service.takes)
  })
  const service: TestService = {
    url: '',
    users,
    asked,
    instead: [],
    takes: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  service.url = address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
  return service
}
