import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openInMemory } from './database/embedded.testing.ts'
import { checkKeys } from './keys.ts'

const home = mkdtempSync(join(tmpdir(), 'vialdesk-keys-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const NAMES = ['secrets-key', 'service-api-key', 'webhook-secret', 'management-key']
const installation = (data_dir: string) => ({
  data_dir,
  secrets_key: null,
  database_url: null,
  management_key: null,
  environments: [{ base_url: null, api_key: null, webhook_secrets: [] }],
})

test('what is noted as made has been made, so a start killed right after it can be followed by another', async () => {
  const { db, close } = await openInMemory()
  const first = installation(join(home, 'first'))
  await checkKeys(db, first)
  const kept = () => NAMES.map((name) => readFileSync(join(first.data_dir, name), 'utf8'))
  const made = kept()
  await checkKeys(db, first)
  expect(kept()).toEqual(made)
  await expect(checkKeys(db, installation(join(home, 'second')))).rejects.toThrow('secrets-key is missing')
  await close()
})
