/** Container, compose file, proxy and unit can't be run here: each path, setting, port and name in them is compared with the code. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#lib/config.ts'
import { variables } from '#lib/system/config/variables.ts'
import { programOf } from './build.mjs'

const text = (path: string) => readFileSync(path, 'utf8')
const service = z.looseObject({
  build: z.string().optional(),
  image: z.string().optional(),
  environment: z.record(z.string(), z.coerce.string()).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
})
const compose = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})
const { services, volumes, secrets } = compose.parse(parse(text('compose.yaml'), { merge: true }))
const consoles = Object.entries(services).filter(([, { build }]) => build !== undefined)
const NOT_OURS = ['NODE_ENV', 'NEXT_TELEMETRY_DISABLED', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']

/** Returns names of settings that the console doesn't read. */
function unknown(names: string[]): string[] {
  const known = new Set([...Object.keys(variables.shape), ...NOT_OURS])
  return names.filter((name) => !known.has(name.replace(/_FILE$/, '')))
}

test('the image runs the program that the build makes, with settings that there are, as a user without rights', () => {
  const file = text('Dockerfile')
  expect(file).toContain(`"${programOf('main')}"`)
  const set = [...file.matchAll(/\b([A-Z_]{4,})=/g)].map(([, name = '']) => name)
  expect(unknown(set)).toEqual([])
  expect(file).toMatch(/^USER nonroot$/m)
  expect(file).toMatch(/^EXPOSE 3000$/m)
  expect(file).toContain('/healthz')
  const [, copied = ''] = /^COPY --from=build \/src\/(\S+) \.\/$/m.exec(file) ?? []
  expect(text('tools/package.mjs')).toContain(`'${copied}'`)
  expect(text('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['node_modules', '.data', '.git', 'deploy/secrets']),
  )
})

test('the compose file starts two instances alike, which the console takes as configured', () => {
  expect(consoles.map(([name]) => name)).toEqual(['console-1', 'console-2'])
  const [[, first], [, second]] = z
    .tuple([z.tuple([z.string(), service]), z.tuple([z.string(), service])])
    .parse(consoles)
  expect({ ...second, volumes: [] }).toEqual({ ...first, volumes: [] })
  const { environment = {} } = first
  expect(unknown(Object.keys(environment))).toEqual([])
  const given = Object.entries(environment).map(([name, value]) => [
    name.replace(/_FILE$/, ''),
    name === 'PUBLIC_URL' ? 'https://console.example' : (SECRETS[value] ?? value),
  ])
  expect(readConfig(Object.fromEntries(given))).toMatchObject({ proxy_hops: 1, public_url: 'https://console.example' })
})

const SECRETS: Readonly<Record<string, string>> = {
  '/run/secrets/database_url': 'postgres://vialdesk:secret@database/vialdesk',
  '/run/secrets/secrets_key': 'a key of at least 32 characters, made up',
  '/run/secrets/service_api_key': 'another key of at least 32 characters',
  '/run/secrets/webhook_secret': `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
}

test('each secret, volume and file that a service names is there', () => {
  for (const { secrets: needed = [], volumes: mounted = [], environment = {} } of Object.values(services)) {
    for (const name of needed) expect(Object.keys(secrets)).toContain(name)
    for (const mount of mounted) {
      const [source = ''] = mount.split(':')
      if (source.startsWith('.')) expect(existsSync(source), source).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
    }
    for (const path of Object.values(environment).filter((value) => value.startsWith('/run/secrets/')))
      expect(needed).toContain(path.replace('/run/secrets/', ''))
  }
  expect(Object.values(secrets).every(({ file }) => file.startsWith('./deploy/secrets/'))).toBe(true)
})

test('the proxy asks the instances at their port whether they are ready', () => {
  const file = text('deploy/Caddyfile')
  expect(file).toContain(`reverse_proxy ${consoles.map(([name]) => `${name}:3000`).join(' ')}`)
  expect(file).toContain('health_uri /readyz')
})

test('the unit runs the same program, and gives it as long to end as it may take', () => {
  const unit = text('deploy/vialdesk.service')
  expect(unit).toContain(programOf('main'))
  const [, set = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  expect(unknown(set.split(' ').map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(46)
})
