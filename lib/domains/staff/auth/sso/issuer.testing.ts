/** For tests: an OpenID Connect issuer on a free port of this machine, which says what it is told to say. */
import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { SsoOptions } from '#lib/domains/staff/auth/options.ts'

export interface Issuer {
  options: SsoOptions
  /** Claims of the next ID tokens. */
  claims: Record<string, unknown>
  /** Response to a read with the access token; null if it can't be read. */
  info: Record<string, unknown> | null
  /** Changes how the issuer behaves. */
  faults: Faults
  /** Signs a browser in at the issuer and returns its redirect with a code. */
  approve(authorizeUrl: string): string
  close(): Promise<void>
}

interface Faults {
  discovery: boolean
  token: boolean
  /** Answers with an access token alone. */
  noIdToken: boolean
  audience: string | null
  nonce: string | null
  foreignKey: boolean
}

const CLIENT = { client_id: 'console', client_secret: 'the secret of the console' }

export async function startIssuer(): Promise<Issuer> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, { nonce: string; challenge: string; redirect: string }>()
  const faults: Faults = {
    discovery: false,
    token: false,
    noIdToken: false,
    audience: null,
    nonce: null,
    foreignKey: false,
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  const issuer: Issuer = {
    options: {
      issuer: url,
      ...CLIENT,
      label: 'Clinic ID',
      default_role: null,
      accepts_unstated_email: false,
      allowed_domains: [],
    },
    claims: {},
    info: null,
    faults,
    approve(authorizeUrl) {
      const { searchParams } = new URL(authorizeUrl)
      const code = `code-${codes.size}`
      const redirect = searchParams.get('redirect_uri') ?? ''
      codes.set(code, {
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
        redirect,
      })
      return `${redirect}?code=${code}&state=${searchParams.get('state')}`
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return issuer

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url?.split('?')[0]
    if (path?.endsWith('/.well-known/openid-configuration'))
      return path.startsWith('/gone/')
        ? void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
        : send(response, faults.discovery ? null : discovery())
    if (path === '/jwks')
      return send(response, {
        keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      })
    if (path === '/token')
      return send(response, token(new URLSearchParams(await bodyOf(request)), request.headers.authorization ?? ''))
    if (path === '/userinfo') return send(response, issuer.info)
    return send(response, null)
  }

  function discovery() {
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      ...(issuer.info && { userinfo_endpoint: `${url}/userinfo` }),
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  function token(form: URLSearchParams, authorization: string) {
    const code = codes.get(form.get('code') ?? '')
    const isClient = isOurs(authorization) || form.get('client_secret') === CLIENT.client_secret
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (faults.token || !isClient || challenge !== code?.challenge || form.get('redirect_uri') !== code.redirect)
      return null
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: url,
      aud: faults.audience ?? CLIENT.client_id,
      nonce: faults.nonce ?? code.nonce,
      iat: now,
      exp: now + 300,
    }
    return {
      access_token: 'the access token',
      refresh_token: 'the refresh token',
      token_type: 'Bearer',
      expires_in: 300,
      ...(!faults.noIdToken && { id_token: signed({ ...claims, ...issuer.claims }) }),
    }
  }

  function signed(claims: object) {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const text = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`
    const key = faults.foreignKey ? foreign.privateKey : pair.privateKey
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`
  }
}

/** In the header both parts are form-encoded (RFC 6749, 2.3.1). */
function isOurs(authorization: string): boolean {
  const [id = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const plain = (part: string) => new URLSearchParams(`x=${part}`).get('x')
  return plain(id) === CLIENT.client_id && plain(secret) === CLIENT.client_secret
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function send(response: ServerResponse, body: object | null) {
  response
    .writeHead(body ? 200 : 500, { 'content-type': 'application/json' })
    .end(JSON.stringify(body ?? { error: 'no' }))
}
