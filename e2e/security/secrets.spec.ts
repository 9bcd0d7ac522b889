import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '#e2e/support/test.ts'

const NEXT = fileURLToPath(new URL('../../.next', import.meta.url))

function filesBelow(folder: string): { path: string; text: string }[] {
  return readdirSync(join(NEXT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|json|css|html|rsc|map)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

test('the key of the service is in no answer, header or address that a browser sees', async ({
  page,
  network,
  server,
  problems,
}) => {
  problems.allow(/status of 404/)
  for (const path of ['/sandbox/users', '/sandbox/orders', '/sandbox/users?limit=25&offset=25', '/nowhere/users']) {
    await page.goto(path)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  }
  const refused = await page.request.get('/api/service/sandbox/v2/user/?limit=501')
  expect(await refused.text()).not.toContain(server.apiKey)
  await expect.poll(async () => (await network.exchanges()).length).toBeGreaterThan(20)
  expect(await network.holding(server.apiKey)).toEqual([])
  expect(server.log()).not.toContain(server.apiKey)
})

test('no bundle, of the browser or of a page on the server, holds code of a database, a queue or a key', () => {
  const server = /pglite|pg-boss|drizzle|node:sqlite|SERVICE_API_KEY|x-service-api-key|service-api-key|secrets-key/i
  const files = ['static', 'server/app', 'server/chunks'].flatMap(filesBelow)
  expect(files.length).toBeGreaterThan(30)
  const offending = files
    // The demo's worker holds the proxy, which knows the name of the key's header.
    .map(({ path, text }) => ({
      path,
      text: text.includes('vialdesk-demo') ? text.replaceAll('x-service-api-key', '') : text,
    }))
    .filter(({ text }) => server.test(text))
    .map(({ path, text }) => `${path}: ${server.exec(text)?.[0]}`)
  expect(offending).toEqual([])
})

test('what the server writes is its owner’s only', ({ server }) => {
  const umask = existsSync('/proc')
    ? /^Umask:\s+(\d+)$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
    : '0077'
  expect(umask).toBe('0077')
})
