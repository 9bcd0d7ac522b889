/** The fake service: a list of users of any length, by pages. */
import { createServer } from 'node:http'
import { z } from 'zod'
import { childOptions } from '#tools/bench/child.ts'
import { fakeUser } from '#tools/bench/fake-users.ts'
import { listenAndServe } from '#tools/bench/listen-and-serve.ts'

const { users: total } = childOptions(z.object({ users: z.coerce.number() }))

listenAndServe(
  createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://service')
    const offset = Number(searchParams.get('offset'))
    const limit = Number(searchParams.get('limit'))
    const length = Math.max(0, Math.min(limit, total - offset))
    const users = Array.from({ length }, (_, index) => fakeUser(offset + index, total))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ users, total, offset, limit }))
  }),
)
