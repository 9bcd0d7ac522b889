import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOf, randomHex, randomToken, seal, sealingKey, unseal } from './secrets.ts'

const key = await sealingKey(new Uint8Array(32).fill(1))
const otherKey = await sealingKey(new Uint8Array(32).fill(2))

describe('sealed texts', () => {
  test('open again to the same text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await unseal(key, await seal(key, text))).toBe(text.toWellFormed())
      }),
    )
  })

  test('of any length', async () => {
    const long = 'token-'.repeat(100_000)
    expect(await unseal(key, await seal(key, long))).toBe(long)
  })

  test('say nothing of what is in them, and look different each time', async () => {
    const [first, second] = [await seal(key, 'access-token-1'), await seal(key, 'access-token-1')]
    expect(first).not.toBe(second)
    expect(atob(first.split('.')[1] ?? '')).not.toContain('access')
  })

  test('do not open with another key, nor after any change', async () => {
    const sealed = await seal(key, 'access-token-1')
    await expect(unseal(otherKey, sealed)).rejects.toThrow()
    for (const at of [0, sealed.indexOf('.') + 1, sealed.length - 6]) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
      await expect(unseal(key, changed)).rejects.toThrow()
    }
    await expect(unseal(key, '')).rejects.toThrow()
  })
})

describe('credentials', () => {
  test('are random, and of the form asked for', () => {
    const tokens = new Set(Array.from({ length: 1000 }, () => randomToken(43)))
    expect(tokens.size).toBe(1000)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
    for (const digits of [1, 7, 8]) expect(randomHex(digits)).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`))
  })

  test('are known by their SHA-256 only', async () => {
    expect(await hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
