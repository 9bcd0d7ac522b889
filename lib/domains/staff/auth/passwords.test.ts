import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { SCRYPT } from './passwords.ts'

const PASSWORD = 'a quiet river bends'

test('each try costs 32 MiB of memory and as much work; every password has a salt of its own', async () => {
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  const kept = [await SCRYPT.hash(PASSWORD), await SCRYPT.hash(PASSWORD)]
  expect(new Set(kept).size).toBe(2)
  for (const hash of kept) {
    const [salt = '', key] = hash.split(':')
    expect(salt).toMatch(/^[0-9a-f]{32}$/)
    expect(key).toBe(scryptSync(PASSWORD, salt, 64, cost).toString('hex'))
    expect(await SCRYPT.verify({ hash, password: PASSWORD })).toBe(true)
    expect(await SCRYPT.verify({ hash, password: `${PASSWORD} ` })).toBe(false)
  }
})
