import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { BadConfiguration, readConfig } from './config.ts'

function problems(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return error instanceof BadConfiguration ? error.message.split('\n').slice(1) : ['another error']
  }
}

const list = (...environments: object[]) => ({ SERVICE_ENVIRONMENTS: JSON.stringify(environments) })
const remote = { id: 'production', label: 'Production', kind: 'production', base_url: 'https://api.service.test/' }

describe('defaults', () => {
  test('nothing set: the embedded sandbox, for this machine only', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      allowed_hosts: [],
      database_owner_url: null,
      host: '127.0.0.1',
      data_dir: '.data',
      database_url: null,
      key_header: 'x-service-api-key',
      log_level: 'warn',
      public_url: null,
      secrets_key: null,
      environments: [{ id: 'sandbox', label: 'Sandbox', kind: 'sandbox', base_url: null, api_key: null }],
      admin: null,
      session_idle_minutes: 15,
      session_hours: 12,
      session_requests_per_minute: 600,
      needs_factor: [],
      sso: null,
      proxy_hops: 0,
      directory_refresh_minutes: 15,
      tracing: null,
      map_style_url: null,
      demo: 'on',
    })
  })

  test('an empty variable is an unset one', () => {
    const empty = { PORT: '', DATABASE_URL: '', SERVICE_BASE_URL: '', SERVICE_ENVIRONMENTS: '', SERVICE_API_KEY: '' }
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  test('a remote service takes the place of the embedded one', () => {
    const { environments } = readConfig({
      SERVICE_BASE_URL: 'https://api.service.test/',
      SERVICE_API_KEY: 'sk_12345678',
    })
    expect(environments).toEqual([
      {
        id: 'production',
        label: 'Production',
        kind: 'production',
        base_url: 'https://api.service.test',
        api_key: 'sk_12345678',
      },
    ])
  })

  test('several environments, each with its own key', () => {
    const { environments } = readConfig({
      ...list({ ...remote, api_key_env: 'LIVE_KEY' }, { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' }),
      LIVE_KEY: 'sk_live_12345',
    })
    expect(environments.map(({ id, base_url, api_key }) => [id, base_url, api_key])).toEqual([
      ['production', 'https://api.service.test', 'sk_live_12345'],
      ['sandbox', null, null],
    ])
  })
})

describe('what is wrong is listed at once', () => {
  test('every problem in one list, without values of keys', () => {
    const found = problems({
      PORT: '99999',
      SERVICE_API_KEY: 'short',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
      SERVICE_BASE_URL: 'http://api.service.test',
    })
    expect(found).toHaveLength(5)
    expect(found.join()).not.toContain('short')
  })

  test('one that is wrong hides nothing of the others', () => {
    const env = { PORT: 'x', CONSOLE_ADMIN_EMAIL: 'ann', CONSOLE_ADMIN_PASSWORD: 'password1234', OIDC_LABEL: 'Clinic' }
    expect(problems(env).map((line) => line.trim().split(':')[0])).toEqual([
      '- PORT',
      '- CONSOLE_ADMIN_EMAIL',
      '- CONSOLE_ADMIN_PASSWORD',
      '- OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET',
    ])
  })

  test.each<[Record<string, string>, string]>([
    [{ PORT: 'abc' }, 'PORT'],
    [{ SERVICE_API_KEY: 'k'.repeat(31) }, 'needs at least 32 characters'],
    [{ SERVICE_BASE_URL: 'https://api.service.test' }, 'SERVICE_API_KEY'],
    [{ SERVICE_BASE_URL: 'https://u:p@api.service.test', SERVICE_API_KEY: '12345678' }, 'user name'],
    [{ SERVICE_BASE_URL: 'ftp://api.service.test', SERVICE_API_KEY: '12345678' }, 'http or https'],
    [{ SERVICE_ENVIRONMENTS: '{' }, 'SERVICE_ENVIRONMENTS'],
    [{ SERVICE_ENVIRONMENTS: '[]' }, 'at least one'],
    [list({ ...remote, api_key_env: 'MISSING' }), 'MISSING'],
    [list({ ...remote, id: 'Pro duction' }), 'lower-case'],
    [list({ id: 'demo', label: 'Demo', kind: 'sandbox' }), 'kept for the console'],
    [list({ id: 'healthz', label: 'A', kind: 'sandbox' }), '[0][id]: "healthz" is kept for the console'],
    [list({ id: 'readyz', label: 'A', kind: 'sandbox' }), '[0][id]: "readyz" is kept for the console'],
    [list({ id: 'sign-in', label: 'A', kind: 'sandbox' }), '[0][id]: "sign-in" is kept for the console'],
    [list({ id: 'x', label: 'X', kind: 'demo' }), 'kind'],
    [list({ id: 'a', label: 'A', kind: 'sandbox' }, { id: 'a', label: 'B', kind: 'sandbox' }), 'twice'],
    [list({ id: 'a', label: 'A', kind: 'sandbox' }, { id: 'b', label: 'B', kind: 'sandbox' }), 'embedded'],
  ])('%o', (env, words) => {
    expect(problems(env).join('\n')).toContain(words)
  })

  test('the map of streets is read over https, by an address that a policy can name', () => {
    const style = 'https://streets.example/plain.json?key=1'
    expect(readConfig({ MAP_STYLE_URL: style }).map_style_url).toBe(style)
    for (const wrong of [
      'http://streets.example/a.json',
      'https://a:b@streets.example/',
      "https://a.example/'; x",
      'a',
    ])
      expect(problems({ MAP_STYLE_URL: wrong }).join(), wrong).toContain('MAP_STYLE_URL')
  })

  test('plain http is for this machine only', () => {
    const key = { SERVICE_API_KEY: '12345678' }
    expect(problems({ SERVICE_BASE_URL: 'http://localhost:4000', ...key })).toEqual([])
    expect(problems({ SERVICE_BASE_URL: 'http://127.0.0.1', ...key })).toEqual([])
    expect(problems({ SERVICE_BASE_URL: 'http://localhost.evil.test', ...key })).toHaveLength(1)
  })
})

describe('sign-in', () => {
  const admin = { CONSOLE_ADMIN_EMAIL: ' Ann@Clinic.test ', CONSOLE_ADMIN_PASSWORD: 'a quiet river bends' }
  const sso = { OIDC_ISSUER: 'https://id.clinic.test/', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'a secret' }

  test('administrator, time-outs and single sign-on', () => {
    const config = readConfig({ ...admin, ...sso, SESSION_IDLE_MINUTES: '5', SESSION_HOURS: '168', PROXY_HOPS: '1' })
    expect(config).toMatchObject({
      admin: { email: 'ann@clinic.test', password: 'a quiet river bends' },
      session_idle_minutes: 5,
      session_hours: 168,
      proxy_hops: 1,
      sso: {
        // As its tokens name it, which some providers do with a slash.
        issuer: 'https://id.clinic.test/',
        client_id: 'console',
        client_secret: 'a secret',
        label: 'single sign-on',
        default_role: null,
        allowed_domains: [],
      },
    })
    const joining = { OIDC_DEFAULT_ROLE: 'read_only', OIDC_ALLOWED_DOMAINS: 'Clinic.test, lab.test' }
    expect(readConfig({ ...sso, ...joining, OIDC_LABEL: 'Clinic ID' }).sso).toMatchObject({
      label: 'Clinic ID',
      default_role: 'read_only',
      allowed_domains: ['clinic.test', 'lab.test'],
    })
  })

  test.each<[Record<string, string>, string]>([
    [{ CONSOLE_ADMIN_EMAIL: 'ann@clinic.test' }, 'CONSOLE_ADMIN_PASSWORD: not set'],
    [{ CONSOLE_ADMIN_PASSWORD: 'a quiet river bends' }, 'CONSOLE_ADMIN_EMAIL: not set'],
    [{ ...admin, CONSOLE_ADMIN_EMAIL: 'ann' }, 'CONSOLE_ADMIN_EMAIL: must be'],
    [{ ...admin, CONSOLE_ADMIN_PASSWORD: 'short' }, 'CONSOLE_ADMIN_PASSWORD: Use at least 12'],
    [{ ...admin, CONSOLE_ADMIN_PASSWORD: 'the words of ann' }, 'CONSOLE_ADMIN_PASSWORD: Do not use'],
    [{ SESSION_IDLE_MINUTES: '0' }, 'SESSION_IDLE_MINUTES: must be a whole number from 1 to 480'],
    [{ SESSION_IDLE_MINUTES: '481' }, 'SESSION_IDLE_MINUTES'],
    [{ SESSION_HOURS: '1.5' }, 'SESSION_HOURS: must be a whole number from 1 to 168'],
    [{ SESSION_HOURS: '169' }, 'SESSION_HOURS'],
    [{ ...sso, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET: not set'],
    [{ OIDC_CLIENT_ID: 'console' }, 'OIDC_ISSUER, OIDC_CLIENT_SECRET: not set'],
    [{ OIDC_DEFAULT_ROLE: 'read_only' }, 'needed for single sign-on'],
    [{ ...sso, OIDC_DEFAULT_ROLE: 'read_only' }, 'OIDC_ALLOWED_DOMAINS: needed with OIDC_DEFAULT_ROLE'],
    [
      { ...sso, OIDC_DEFAULT_ROLE: 'support', OIDC_ALLOWED_DOMAINS: 'clinic.test' },
      'OIDC_DEFAULT_ROLE: must be read_only',
    ],
    [{ ...sso, OIDC_DEFAULT_ROLE: 'owner' }, 'OIDC_DEFAULT_ROLE: must be read_only'],
    [{ ...sso, OIDC_ISSUER: 'http://id.clinic.test' }, 'OIDC_ISSUER: must be https'],
    [{ PROXY_HOPS: '-1' }, 'PROXY_HOPS'],
    [{ REQUIRE_SECOND_FACTOR: 'administrator,owner' }, 'REQUIRE_SECOND_FACTOR.1: must be roles'],
  ])('%o', (env, words) => {
    expect(problems(env).join('\n')).toContain(words)
    expect(problems(env)).toHaveLength(1)
  })
})

describe('traces', () => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.clinic.test/otlp/' }

  test('go where the endpoint says, and nowhere without one', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'console', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }).tracing).toBeNull()
    expect(readConfig(collector).tracing).toEqual({
      endpoint: 'https://collector.clinic.test/otlp',
      headers: '',
      service_name: 'vialdesk',
    })
    const named = {
      ...collector,
      OTEL_SERVICE_NAME: 'console',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eA==,x-team=7',
    }
    expect(readConfig(named).tracing).toMatchObject({
      headers: 'authorization=Basic%20eA==,x-team=7',
      service_name: 'console',
    })
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).tracing).not.toBeNull()
  })

  test.each<[Record<string, string>, string]>([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.clinic.test' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: must be https'],
    [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'sEcReT' }, 'OTEL_EXPORTER_OTLP_HEADERS: must be name=value'],
  ])('%o', (env, words) => {
    expect(problems(env).join('\n')).toContain(words)
    expect(problems(env)).toHaveLength(1)
    expect(problems(env).join()).not.toContain('sEcReT')
  })
})

describe('secrets by file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'secrets-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  function file(name: string, text: string): string {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }

  test('each secret has a file variable; one trailing newline is not part of it', () => {
    const config = readConfig({
      DATABASE_URL_FILE: file('database', 'postgres://u:p@db/x\n'),
      SERVICE_API_KEY_FILE: file('service', `${'s'.repeat(32)}\r\n`),
      SECRETS_KEY_FILE: file('sealing', `${'k'.repeat(32)}\n`),
      CONSOLE_ADMIN_EMAIL: 'ann@clinic.test',
      CONSOLE_ADMIN_PASSWORD_FILE: file('admin', ' a quiet river bends \n'),
      OIDC_ISSUER: 'https://id.clinic.test',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET_FILE: file('oidc', 'a secret'),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.clinic.test',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: file('collector', 'authorization=Bearer x\n'),
    })
    expect(config).toMatchObject({
      database_url: 'postgres://u:p@db/x',
      secrets_key: 'k'.repeat(32),
      admin: { password: ' a quiet river bends ' },
      sso: { client_secret: 'a secret' },
      tracing: { headers: 'authorization=Bearer x' },
      environments: [{ api_key: 's'.repeat(32) }],
    })
  })

  test('environments: by file, by variable, by the file of a variable', () => {
    const { environments } = readConfig({
      ...list(
        { ...remote, id: 'a', api_key_file: file('a', 'key_a\n') },
        { ...remote, id: 'b', api_key_env: 'KEY_B' },
        { ...remote, id: 'c', api_key_env: 'KEY_C' },
        { ...remote, id: 'd' },
      ),
      KEY_B: 'key_b',
      KEY_C_FILE: file('c', 'key_c\n'),
      SERVICE_API_KEY_FILE: file('d', 'key_default\n'),
    })
    expect(environments.map(({ api_key }) => api_key)).toEqual(['key_a', 'key_b', 'key_c', 'key_default'])
  })

  test.each<[Record<string, string>, string]>([
    [{ SECRETS_KEY_FILE: '/nowhere/key' }, 'SECRETS_KEY_FILE: the file /nowhere/key cannot be read'],
    [{ SECRETS_KEY_FILE: file('empty', '\n') }, 'is empty'],
    [{ SECRETS_KEY_FILE: file('short', 'tooshort') }, 'SECRETS_KEY: must have at least 32 characters'],
    [{ SECRETS_KEY_FILE: file('twice', 'k'.repeat(32)), SECRETS_KEY: 'k'.repeat(32) }, 'given twice'],
    [
      list({ ...remote, api_key_file: '/nowhere/key' }),
      'api_key_file of the environment "production": the file /nowhere',
    ],
    [list({ ...remote, api_key_file: file('both', 'key'), api_key_env: 'LIVE_KEY' }), 'api_key_env and api_key_file'],
  ])('%o', (env, words) => {
    expect(problems(env).join('\n')).toContain(words)
    expect(problems(env)).toHaveLength(1)
    expect(problems(env).join()).not.toContain('tooshort')
  })
})
