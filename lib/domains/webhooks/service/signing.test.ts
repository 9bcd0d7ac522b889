/** Signatures that we make are those of the library that receivers check them with. */
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders } from './attempt.ts'

const at = new Date()

test('the library believes what we sign, of any body, by either of two secrets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (body) => {
      const secrets = [newSecret(), newSecret()]
      const headers = await signedHeaders(secrets, { id: 'msg_1', at, body: JSON.stringify(body) })
      for (const secret of secrets) expect(new Webhook(secret).verify(JSON.stringify(body), headers)).toBe(body)
    }),
    { numRuns: 50 },
  )
})

test('a secret has at least 24 bytes', async () => {
  const secretOf = (bytes: number) => `whsec_${btoa('x'.repeat(bytes))}`
  const sign = (bytes: number) => signedHeaders([secretOf(bytes)], { id: 'msg_1', at, body: '{}' })
  await expect(sign(23)).rejects.toThrow('at least 24 bytes')
  expect(Object.keys(await sign(24))).toContain('webhook-signature')
})
