/** Attacks by the address: ways around the door, to files of the machine, to hosts of others. Sent byte for byte. */
import { ask, onSocket, statusesOf } from '#e2e/support/http.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'

const ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'

/** A viewer without the right to see staff sees none by any spelling. */
const WAYS_AROUND: Readonly<Record<string, string>> = {
  'up and over from the proxy': '/api/service/sandbox/../../console/staff',
  'up and over, dots encoded': '/api/service/sandbox/%2e%2e/%2e%2e/console/staff',
  'up and over, slashes encoded': '/api/service/sandbox/..%2f..%2fconsole%2fstaff',
  'up and over, encoded twice': '/api/service/sandbox/%252e%252e%252f%252e%252e%252fconsole%252fstaff',
  'up and over with backslashes': '/api/service/sandbox\\..\\..\\console\\staff',
  'backslashes encoded': '/api/console%5cstaff',
  'out of the static files': '/_next/static/../../api/console/staff',
  'doubled slashes': '//api//console//staff',
  'dots between': '/./api/./console/./staff',
  capitals: '/API/CONSOLE/STAFF',
  'an encoded letter': '/api/console/%73taff',
  'a parameter of the path': '/api/console/staff;role=administrator',
  'a file ending, for a cache in front': '/api/console/staff/style.css',
  'a file ending after an encoded mark': '/api/console/staff%3f.css',
  'a null byte at the end': '/api/console/staff%00',
  'a space at the end': '/api/console/staff%20',
  'a line end': '/api/console/staff%0d%0a',
  'an overlong dot': '/api/console/%c0%ae%c0%ae/staff',
  'a trailing slash': '/api/console/staff/',
  'a query that names a role': '/api/console/staff?role=administrator&x-role=administrator',
  'the audit log as a file': '/api/console/audit/export?limit=1',
}

for (const [name, path] of Object.entries(WAYS_AROUND)) {
  test(`a way around the rights: ${name}`, async ({ attackTarget: { origin, people } }) => {
    for (const session of [people.read_only.session, undefined]) {
      const answer = await ask(origin, path, session && { session })
      expect(answer.status).toBeGreaterThanOrEqual(300)
      expect(answer.status).toBeLessThan(500)
      expect(answer.text).not.toContain('support.everywhere@clinic.test')
    }
  })
}

/** Nothing of these reaches a service, whoever asks. */
const WAYS_BEYOND: Readonly<Record<string, string>> = {
  'an address the contract does not know': '/api/service/elsewhere/admin',
  'dots in place of an id': '/api/service/elsewhere/v2/user/%2e%2e/info/latest',
  'an encoded slash in an id': `/api/service/elsewhere/v2/user/${ID}%2f..%2fadmin/info/latest`,
  'an id encoded twice': '/api/service/elsewhere/v2/user/%252e%252e%252fadmin/info/latest',
  'a null byte in an id': `/api/service/elsewhere/v2/user/${ID}%00/info/latest`,
  'a line end in an id': `/api/service/elsewhere/v2/user/${ID}%0d%0aX-Evil:1/info/latest`,
  'a broken escape': '/api/service/elsewhere/v2/user/%zz/info/latest',
  'a query in an id': `/api/service/elsewhere/v2/user/${ID}%3fadmin=1/info/latest`,
  'a host in place of an environment': '/api/service/169.254.169.254/v2/user/',
  'an address in place of an environment': '/api/service/http:%2f%2fevil.test/v2/user/',
  'a user and host in place of an environment': '/api/service/elsewhere@evil.test/v2/user/',
  'an environment that climbs': '/api/service/elsewhere%2f..%2fsandbox/v2/user/',
  'an environment with a null byte': '/api/service/elsewhere%00/v2/user/',
  'an environment in capitals': '/api/service/ELSEWHERE/v2/user/',
  'an environment with an encoded letter': '/api/service/%65lsewhere/v2/user/',
  'the prototype as an environment': '/api/service/__proto__/v2/user/',
  'the constructor as an environment': '/api/service/constructor/v2/user/',
  'no environment': '/api/service//v2/user/',
  'the demo, which is off': '/api/service/demo/v2/user/',
}

for (const [name, path] of Object.entries(WAYS_BEYOND)) {
  test(`a way to another service: ${name}`, async ({ attackTarget: { origin, service, administrator } }) => {
    const calls = service.calls.length
    const answer = await ask(origin, path, { session: administrator })
    expect([400, 404, 422]).toContain(answer.status)
    expect(answer.detail).not.toBe('')
    expect(service.calls).toHaveLength(calls)
  })
}

const FILES: Readonly<Record<string, string>> = {
  'the data directory': '/.data/service-api-key',
  'the environment file': '/.env',
  'the package': '/package.json',
  'the package from the static files': '/_next/static/../../package.json',
  'the package, slashes encoded': '/_next/static/..%2f..%2f..%2fpackage.json',
  'the package, encoded twice': '/_next/static/%252e%252e%252f%252e%252e%252fpackage.json',
  'the package with backslashes': '/_next/static/..%5c..%5c..%5cpackage.json',
  'the repository': '/.git/config',
  'the source': '/lib/main.ts',
  'the build': '/.next/BUILD_ID',
  'a manifest of the build': '/_next/static/../required-server-files.json',
  'the code of the server': '/_next/server/app/page.js',
  'a folder of the build': '/_next/static/chunks/',
  'a file of the machine': '/../../../../../../etc/passwd',
  'a file of the machine, encoded': '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
}
const INSIDES = /"dependencies"|root:x?:|\[core\]|import |module\.exports|Index of|sk_remote/

for (const [name, path] of Object.entries(FILES)) {
  test(`a file that is nobody's: ${name}`, async ({ attackTarget: { origin, server, administrator } }) => {
    const answer = await ask(origin, path, { session: administrator })
    expect([400, 404]).toContain(answer.status)
    expect(answer.text).not.toMatch(INSIDES)
    expect(answer.text).not.toContain(server.apiKey)
  })
}

test('source maps of the scripts are not served', async ({ attackTarget: { origin, administrator } }) => {
  const page = await ask(origin, '/sign-in')
  const scripts = [...page.text.matchAll(/src="(\/_next\/static\/[^"]+\.js)/g)].map(([, path]) => String(path))
  expect(scripts.length).toBeGreaterThan(3)
  for (const script of scripts) {
    expect((await ask(origin, `${script}.map`, { session: administrator })).status).toBe(404)
  }
  for (const script of scripts) expect((await ask(origin, script)).text).not.toContain('sourceMappingURL')
})

for (const [name, url] of [
  ['of another host', 'http://127.0.0.1:9/picture.png'],
  ['of cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['of the interface itself', '/api/console/staff'],
  ['of a file', 'file:///etc/passwd'],
] as const) {
  test(`the image optimizer fetches nothing ${name}`, async ({ attackTarget: { origin, administrator } }) => {
    const path = `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`
    const answer = await ask(origin, path, { session: administrator })
    expect([400, 404]).toContain(answer.status)
    expect(answer.text).not.toContain('clinic.test')
  })
}

test('an absolute address in the request line makes nobody a proxy', async ({ attackTarget: { origin, service } }) => {
  const calls = service.calls.length
  const target = `${service.origin}/elsewhere/v2/user/`
  const text = await onSocket(origin, `GET ${target} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`)
  expect(statusesOf(text)[0]).toBeGreaterThanOrEqual(300)
  expect(service.calls).toHaveLength(calls)
  expect(text).not.toContain('"users"')
})

test('an absolute address that names our own interface asks for the session all the same', async ({ attackTarget }) => {
  const line = `GET ${attackTarget.origin}/api/console/staff HTTP/1.1`
  const text = await onSocket(attackTarget.origin, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(statusesOf(text)[0]).toBeGreaterThanOrEqual(300)
  expect(text).not.toContain('clinic.test')
})

for (const path of [
  '//evil.test/%2e%2e',
  '/\\evil.test/',
  '/%5cevil.test/',
  '//evil.test/sandbox/users/',
  '/.//evil.test/',
]) {
  test(`no redirect leads away: ${path}`, async ({ attackTarget: { origin, people } }) => {
    for (const session of [people.read_only.session, undefined]) {
      const { headers, status } = await ask(origin, path, session && { session })
      expect(status).toBeLessThan(500)
      expect(new URL(headers.location ?? '/', origin).origin).toBe(origin)
    }
  })
}

for (const next of [
  '//evil.test',
  'https://evil.test',
  '/\\evil.test',
  '/%09/evil.test',
  '/\t/evil.test',
  'javascript:alert(1)',
  '/..//evil.test',
]) {
  test(`the way back after sign-in is our own: ${next}`, async ({ attackTarget: { origin, people } }) => {
    const path = `/sign-in?next=${encodeURIComponent(next)}`
    const there = await ask(origin, path, { session: people.read_only.session })
    expect(there.status).toBe(307)
    expect(new URL(there.headers.location ?? '', origin).origin).toBe(origin)
    expect((await ask(origin, path)).text).not.toMatch(/href="[^"]*(?:evil\.test|alert\()/)
  })
}
