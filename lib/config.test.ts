import { describe, expect, test } from 'vitest'
import { list, problems, remote } from '#lib/system/config/config.testing.ts'
import { readConfig } from './config.ts'

describe('defaults', () => {
  test('nothing set: the embedded sandbox, for this machine only', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      allowed_hosts: [],
      backup_passphrase: null,
      database_owner_url: null,
      host: '127.0.0.1',
      data_dir: '.data',
      database_url: null,
      connections: { requests: 9, jobs: 3 },
      shutdown_delay_seconds: 0,
      key_header: 'x-service-api-key',
      log_level: 'warn',
      public_url: null,
      sample_history: 'on',
      secrets_key: null,
      management_key: null,
      organization_name: 'Organization',
      environments: [
        { id: 'sandbox', label: 'Sandbox', kind: 'sandbox', base_url: null, api_key: null, webhook_secrets: [] },
      ],
      admin: null,
      session_idle_minutes: 15,
      session_hours: 12,
      session_requests_per_minute: 600,
      needs_factor: [],
      sso: null,
      proxy_hops: 0,
      directory_refresh_minutes: 15,
      directory_max_users: 1_000_000,
      connection_checks_per_minute: 600,
      event_body_days: 30,
      tracing: null,
      map_style_url: null,
      demo: 'on',
      metrics: null,
      hints: [],
    })
  })

  test('metrics are for this machine unless set, on a port of their own', () => {
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
    expect(problems({ METRICS_PORT: '3000' })).toEqual([expect.stringContaining('METRICS_PORT: must be another')])
    expect(problems({ METRICS_HOST: '0.0.0.0' })).toEqual([expect.stringContaining('METRICS_HOST: needs METRICS_PORT')])
  })

  test('a misspelled setting is hinted at, and other programs’ variables are not', () => {
    const others = {
      HOME: '/home',
      HOSTNAME: 'x',
      NODE_ENV: 'production',
      PATH: '/bin',
      DATABASE_HOST: 'db',
      SERVICE_API_KEY_2: 'k',
    }
    const environments = JSON.stringify([{ id: 'a', label: 'A', kind: 'sandbox', api_key_env: 'SERVICE_API_KEY_2' }])
    expect(
      readConfig({ ...others, SERVICE_ENVIRONMENTS: environments, SERVICE_API_KEY_2: 'a'.repeat(32) }).hints,
    ).toEqual([])
    const mistaken = { DATABSE_URL: 'x', SECRET_KEY: 'x', SERVICE_API_KEY_FLE: 'x' }
    expect(readConfig(mistaken).hints).toEqual([
      'DATABSE_URL isn’t a setting; did you mean DATABASE_URL?',
      'SECRET_KEY isn’t a setting; did you mean SECRETS_KEY?',
      'SERVICE_API_KEY_FLE isn’t a setting; did you mean SERVICE_API_KEY_FILE?',
    ])
  })

  test('a sandbox beside another service begins without made-up work, unless it is asked for', () => {
    const list = ['mine', 'sandbox'].map((id) => ({ id, label: id, kind: 'sandbox', api_key_env: 'SERVICE_API_KEY_2' }))
    const [mine, sandbox] = list
    const environments = [{ ...mine, base_url: 'https://service.test' }, sandbox]
    const given = { SERVICE_ENVIRONMENTS: JSON.stringify(environments), SERVICE_API_KEY_2: 'a'.repeat(32) }
    expect(readConfig(given).sample_history).toBe('off')
    expect(readConfig({ ...given, SAMPLE_HISTORY: 'on' }).sample_history).toBe('on')
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
        webhook_secrets: [],
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

describe('secrets of webhooks', () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const other = Buffer.alloc(40, 2).toString('base64')

  test('one, or two while one is being replaced', () => {
    const { environments } = readConfig({ WEBHOOK_SECRET: ` ${secret}  ${other} ` })
    expect(environments[0].webhook_secrets).toEqual([secret, other])
  })

  test('each environment of a list has its own, or takes no events', () => {
    const staging = { ...remote, id: 'staging', label: 'Staging', kind: 'staging' }
    const { environments } = readConfig({
      ...list({ ...remote, webhook_secret_env: 'LIVE_EVENTS' }, staging),
      SERVICE_API_KEY: 'sk_live_12345',
      LIVE_EVENTS: secret,
    })
    expect(environments.map(({ webhook_secrets }) => webhook_secrets)).toEqual([[secret], []])
  })

  test('a secret of two environments, and one that a list doesn’t use, are problems', () => {
    const staging = { ...remote, id: 'staging', label: 'Staging', kind: 'staging', webhook_secret_env: 'EVENTS' }
    const found = problems({
      ...list({ ...remote, webhook_secret_env: 'EVENTS' }, staging),
      SERVICE_API_KEY: 'sk_live_12345',
      EVENTS: secret,
      WEBHOOK_SECRET: other,
    })
    expect(found).toEqual([
      '  - WEBHOOK_SECRET: not used with SERVICE_ENVIRONMENTS; name a webhook_secret_env for each environment',
      '  - SERVICE_ENVIRONMENTS: "production" and "staging" have the same webhook secret',
    ])
  })

  test('pools have the sizes that are set, within their bounds', () => {
    const shared = { DATABASE_URL: 'postgres://db.test/desk', SERVICE_API_KEY: 'x'.repeat(40) }
    expect(readConfig({ ...shared, DATABASE_POOL_SIZE: '4', JOB_POOL_SIZE: '2' }).connections).toEqual({
      requests: 4,
      jobs: 2,
    })
    expect(readConfig(shared).connections).toEqual({ requests: 9, jobs: 3 })
    for (const size of ['1', '201', '4.5', 'many'])
      expect(problems({ DATABASE_POOL_SIZE: size })).toEqual([expect.stringContaining('DATABASE_POOL_SIZE')])
  })

  test('a secret in two spellings is the same; a header that HTTP uses, and a path in PUBLIC_URL, are problems', () => {
    const [one, two] = ['QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWQ==', 'whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWQ']
    const staging = { ...remote, id: 'staging', label: 'Staging', kind: 'staging', webhook_secret_env: 'TWO' }
    const found = problems({
      ...list({ ...remote, webhook_secret_env: 'ONE' }, staging),
      SERVICE_API_KEY: 'sk_live_12345',
      ONE: one,
      TWO: two,
    })
    expect(found).toEqual(['  - SERVICE_ENVIRONMENTS: "production" and "staging" have the same webhook secret'])
    expect(problems({ SERVICE_API_KEY_HEADER: 'Host' })).toEqual([expect.stringContaining('SERVICE_API_KEY_HEADER')])
    expect(problems({ PUBLIC_URL: 'http://localhost:3000/console' })).toEqual([expect.stringContaining('PUBLIC_URL')])
  })

  test.each(['whsec_dG9vIHNob3J0', 'whsec_', 'not base64!', `${secret}\n${'x'.repeat(10)}`])(
    '%j is refused without being repeated',
    (given) => {
      const [problem = '', ...more] = problems({ WEBHOOK_SECRET: given })
      expect([problem, more]).toEqual(['  - WEBHOOK_SECRET: must be whsec_ and at least 24 bytes in base64', []])
    },
  )

  test('one that a list names and nobody set is a problem', () => {
    const found = problems({
      ...list({ ...remote, webhook_secret_env: 'LIVE_EVENTS' }),
      SERVICE_API_KEY: 'sk_live_12345',
    })
    expect(found).toEqual(['  - LIVE_EVENTS: needed for the webhooks of the environment "production", but not set'])
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
