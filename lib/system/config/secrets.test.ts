import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#lib/config.ts'
import { list, problems, remote } from './config.testing.ts'

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
