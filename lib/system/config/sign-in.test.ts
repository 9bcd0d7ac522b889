import { describe, expect, test } from 'vitest'
import { readConfig } from '#lib/config.ts'
import { problems } from './config.testing.ts'

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
        accepts_unstated_email: false,
        allowed_domains: [],
      },
    })
    const joining = { OIDC_DEFAULT_ROLE: 'read_only', OIDC_ALLOWED_DOMAINS: 'Clinic.test, lab.test' }
    expect(readConfig({ ...sso, ...joining, OIDC_LABEL: 'Clinic ID' }).sso).toMatchObject({
      label: 'Clinic ID',
      default_role: 'read_only',
      accepts_unstated_email: false,
      allowed_domains: ['clinic.test', 'lab.test'],
    })
  })

  test.each<[Record<string, string>, string]>([
    [{ CONSOLE_ADMIN_EMAIL: 'ann@clinic.test' }, 'CONSOLE_ADMIN_PASSWORD: not set'],
    [{ CONSOLE_ADMIN_PASSWORD: 'a quiet river bends' }, 'CONSOLE_ADMIN_EMAIL: not set'],
    [{ ...admin, CONSOLE_ADMIN_EMAIL: 'ann' }, 'CONSOLE_ADMIN_EMAIL: must be'],
    [{ ...admin, CONSOLE_ADMIN_PASSWORD: 'short' }, 'CONSOLE_ADMIN_PASSWORD: Use at least 12'],
    [{ ...admin, CONSOLE_ADMIN_PASSWORD: 'the words of ann' }, 'CONSOLE_ADMIN_PASSWORD: Don’t use'],
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
