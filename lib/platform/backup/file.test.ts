import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readBackup, readHead, writeBackup } from './file.ts'

const scratch = mkdtempSync(join(tmpdir(), 'backup-file-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const head = { version: '1.2.3', schema: 'a'.repeat(64), made_at: '2026-11-28T01:30:00.000Z' }
// Hardly compressed, so that every byte of the file counts.
const noise = Array.from({ length: 5_000 }, (_, at) => createHash('sha256').update(String(at)).digest('base64')).join(
  '',
)
const values = [{ text: 'line\u2028and\nbreak' }, { noise }, [1, null]]

async function all(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = []
  for await (const value of values) list.push(value)
  return list
}

async function write(name: string, passphrase: string | null): Promise<string> {
  const path = join(scratch, name)
  await writeBackup(path, { head, passphrase }, async (add) => {
    for (const value of values) await add(value)
  })
  return path
}

describe.each([
  ['sealed', 'a quiet river bends'],
  ['plain', null],
])('%s', (name, passphrase) => {
  test('everything comes back, and the head is in the clear', async () => {
    const path = await write(name, passphrase)
    expect(await all(readBackup(path, passphrase))).toEqual(values)
    expect(await readHead(path)).toMatchObject(head)
    expect(readdirSync(scratch).filter((file) => file.endsWith('.part'))).toEqual([])
  })

  test('a file that was changed in one byte, or cut anywhere, is refused', async () => {
    const path = await write(`${name}-hurt`, passphrase)
    const whole = readFileSync(path)
    const body = whole.indexOf('\n') + 1
    const hurt = [
      ...[0.1, 0.5, 0.9].map((part) => {
        const changed = Buffer.from(whole)
        const at = body + Math.floor((whole.length - body) * part)
        changed[at] = (changed[at] ?? 0) ^ 1
        return changed
      }),
      ...[1, 8, 16, 17, 200].map((bytes) => whole.subarray(0, whole.length - bytes)),
      whole.subarray(0, body),
    ]
    for (const bytes of hurt) {
      writeFileSync(path, bytes)
      await expect(all(readBackup(path, passphrase))).rejects.toThrow(/can’t be used/)
    }
  })
})

test('another passphrase, none, and another head are refused', async () => {
  const path = await write('key', 'a quiet river bends')
  await expect(all(readBackup(path, 'a loud river bends'))).rejects.toThrow(/passphrase is another/)
  await expect(all(readBackup(path, null))).rejects.toThrow(/sealed. Set BACKUP_PASSPHRASE/)
  writeFileSync(path, readFileSync(path, 'latin1').replace('1.2.3', '1.2.4'), 'latin1')
  await expect(all(readBackup(path, 'a quiet river bends'))).rejects.toThrow(/changed or cut/)
})

test('one that isn’t sealed is refused where a passphrase is given: anyone can have made it', async () => {
  const path = await write('forged', null)
  await expect(all(readBackup(path, 'a quiet river bends'))).rejects.toThrow(/isn’t sealed/)
})

test('of two to one file one is whole, and the other is refused', async () => {
  const both = await Promise.allSettled([write('twice', null), write('twice', null)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await all(readBackup(join(scratch, 'twice'), null))).toEqual(values)
  await expect(write('missing/folder', null)).rejects.toThrow(/can’t be written \(ENOENT\)/)
})

test('a file that is there stays as it is, and one that can’t be filled leaves none', async () => {
  const path = await write('kept', null)
  const before = readFileSync(path)
  await expect(write('kept', null)).rejects.toThrow(/is there already/)
  expect(readFileSync(path)).toEqual(before)
  const broken = join(scratch, 'broken')
  const failing = writeBackup(broken, { head, passphrase: null }, async (add) => {
    await add(1)
    throw new Error('the database went away')
  })
  await expect(failing).rejects.toThrow('the database went away')
  expect(readdirSync(scratch).filter((file) => file.startsWith('broken'))).toEqual([])
  writeFileSync(broken, 'no backup')
  await expect(readHead(broken)).rejects.toThrow(/isn’t a backup/)
  await expect(readHead(join(scratch, 'none'))).rejects.toThrow(/can’t be read/)
})
