import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { cookieHeader, signIn } from '#e2e/support/session.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Whatever is rendered with a time of day fails, and says whom it was about. */
const BROKEN = `
  const format = Intl.DateTimeFormat.prototype.formatToParts
  Intl.DateTimeFormat.prototype.formatToParts = function (...values) {
    if (new Error('here').stack.includes('.next')) throw new TypeError(['Maren', 'Okafor'].join(' '))
    return format.apply(this, values)
  }`

test('a page that cannot be rendered is in the log by kind, place and reference, never by the words of its error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-broken-'))
  const broken = join(folder, 'broken.mjs')
  writeFileSync(broken, BROKEN)
  const server = await startServer({ NODE_OPTIONS: `--import ${pathToFileURL(broken)}`, LOG_LEVEL: 'info' })
  const cookie = cookieHeader(await signIn(server.baseURL, ADMINISTRATOR))
  const page = await fetch(`${server.baseURL}/sandbox/users?search=Maren`, { headers: { cookie } })
  const html = await page.text()
  await server.stop()
  rmSync(folder, { recursive: true })

  expect(page.status).toBe(500)
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const failed = lines.map((line) => JSON.parse(line)).find(({ error }) => error === 'TypeError')
  expect(failed).toMatchObject({ level: 50, digest: expect.stringMatching(/^\d+$/), at: expect.any(Array) })
  expect(lines.join()).toContain('"route":"/sandbox/users","environment":"sandbox","status":500')
  expect(server.log()).not.toMatch(/Maren|Okafor/)
  expect(html).not.toContain('Okafor')
})
