/** The generated client: its example compiles as strictly as can be, and works against the service. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { KEY, STORES, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { testClock, testQueue } from '#lib/service/clock.testing.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import { writeClient } from './client.ts'

// Within the project, whose compiler and its types are used.
mkdirSync('.results', { recursive: true })
const folder = mkdtempSync(join(process.cwd(), '.results', 'client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the example of the generated client compiles and runs', async () => {
  writeClient(folder)
  const options = { module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], strict: true, types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['example.ts'] }))
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { stdio: 'pipe' })
  const clock = testClock('2026-11-21T12:00:00Z')
  const { store, close } = await STORES.memory()
  const service = createService({
    ...(await testDeps()),
    store,
    jobs: testQueue(clock.now).jobs,
    key_header: 'x-service-api-key',
    teamOfKey: (key) => (key === KEY ? TEAM : null),
    onError: () => undefined,
    now: clock.now,
    sleep: clock.sleep,
  })
  const module: unknown = await import(pathToFileURL(join(folder, 'example.js')).href)
  const { example } = z.object({ example: z.function({ input: [z.unknown()], output: z.unknown() }) }).parse(module)
  const fetch = (url: string, init: RequestInit) => service.api.fetch(new Request(url, init))
  const found = await example({ baseUrl: 'http://service.test', apiKey: KEY, fetch })
  expect(found).toMatchObject({ orders: 0, refused: 400 })
  await close()
}, 60_000)
