import { argon2Sync } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { describe, expect, test } from 'vitest'
import { ARGON2ID, createHashQueue } from './passwords.ts'

const PASSWORD = 'a quiet river bends'

describe('a password', () => {
  test('costs 19 MiB of memory and two passes to try, and has a salt of its own', async () => {
    const kept = [await ARGON2ID.hash(PASSWORD), await ARGON2ID.hash(PASSWORD)]
    expect(new Set(kept).size).toBe(2)
    for (const hash of kept) {
      const [, algorithm, version, cost, salt = '', key] = hash.split('$')
      expect([algorithm, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
      const nonce = Buffer.from(salt, 'base64')
      expect(nonce).toHaveLength(16)
      const cost_of_now = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
      const made = argon2Sync('argon2id', { message: PASSWORD, nonce, ...cost_of_now })
      expect(key).toBe(made.toString('base64').replace(/=+$/, ''))
      expect(await ARGON2ID.verify({ hash, password: PASSWORD })).toBe(true)
      expect(await ARGON2ID.verify({ hash, password: `${PASSWORD} ` })).toBe(false)
      expect(ARGON2ID.isCurrent(hash)).toBe(true)
    }
  })

  test('is the same however its letters are put together', async () => {
    const hash = await ARGON2ID.hash('zoe\u0308 crosses the moor')
    expect(await ARGON2ID.verify({ hash, password: 'zo\u00eb crosses the moor' })).toBe(true)
  })

  test('of before is still right, and is to be replaced', async () => {
    const scrypt = await hashPassword(PASSWORD)
    expect(await ARGON2ID.verify({ hash: scrypt, password: PASSWORD })).toBe(true)
    expect(await ARGON2ID.verify({ hash: scrypt, password: 'another' })).toBe(false)
    const cheaper = (await ARGON2ID.hash(PASSWORD)).replace('m=19456', 'm=9728')
    for (const hash of [scrypt, cheaper, '', '$argon2id$v=19$nonsense']) expect(ARGON2ID.isCurrent(hash)).toBe(false)
    expect(await ARGON2ID.verify({ hash: '$argon2id$v=19$nonsense', password: PASSWORD })).toBe(false)
  })
})

describe('the queue', () => {
  test('works on two at once, lets eight wait, and turns the rest away with a time', async () => {
    const queue = createHashQueue(2)
    let running = 0
    let most = 0
    const ends: (() => void)[] = []
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
      return 'done'
    }
    const begun = Array.from({ length: 32 }, () => queue.add(work).catch((error: unknown) => error))
    const refused = (await Promise.all(begun.slice(10))).map((error) => Object(error))
    expect(refused).toHaveLength(22)
    for (const error of refused) expect(error).toMatchObject({ status: 503, retry_after_ms: 2000 })
    await expect(queue.expectRoom()).rejects.toThrow('Many people are signing in')
    for (let ended = 0; ended < 10; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.shift()?.()
    }
    expect(await Promise.all(begun.slice(0, 10))).toEqual(Array(10).fill('done'))
    expect(most).toBe(2)
  })

  test('goes on after work that fails', async () => {
    const queue = createHashQueue()
    for (let turn = 0; turn < 20; turn += 1) {
      await expect(queue.add(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    }
    expect(await queue.add(async () => 1)).toBe(1)
    await expect(queue.expectRoom()).resolves.toBeUndefined()
  })
})
