/** The fake service: always the same orders, as bytes that are ready. */
import { createServer } from 'node:http'
import { z } from 'zod'
import { childOptions } from '#tools/bench/child.ts'
import { fakeOrders } from '#tools/bench/fake-orders.ts'
import { listenAndServe } from '#tools/bench/listen-and-serve.ts'

const { bytes } = childOptions(z.object({ bytes: z.coerce.number() }))
const body = Buffer.from(JSON.stringify(fakeOrders(bytes)))
const headers = { 'content-type': 'application/json', 'content-length': body.length }

listenAndServe(
  createServer((_, response) => {
    response.writeHead(200, headers).end(body)
  }),
)
