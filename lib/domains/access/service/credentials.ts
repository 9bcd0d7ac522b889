/** Short-lived credentials of a user: spec endpoints 6, 8, 9 and 10. */

import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import { PORTAL_CONTEXTS } from '#lib/kernel/values.ts'
import { knownProvider } from '#lib/service/catalog.ts'
import type { Handler, ServiceContext } from '#lib/service/handler.ts'
import type { CredentialGrant } from '#lib/service/records.ts'
import { hashOf, randomHex, randomToken } from '#lib/service/secrets.ts'
import { DAY, HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { utcInstant } from '#lib/utils/time/instants.ts'

/** Milliseconds (spec, "Limits"; gaps "expires_in" and "token lifetimes"). */
const LIFETIME = {
  link_code: HOUR,
  link_token: 10 * MINUTE,
  sign_in_token: HOUR,
  launch: 15 * MINUTE,
  communications: 14 * DAY,
}

/** Milliseconds: a code that asks for more gets this, and says so in its answer (gap "link code expiry"). */
const MAX_LINK_CODE_MS = DAY

/** Sandbox page that stands in for the widget and the portal. */
export const LINK_PAGE = '/link'
export const PORTAL_PAGE = '/portal'
/** The spec's `<app_scheme>://<app_host>` of a link code's exchange address. */
const APP_ADDRESS = 'vialdesk-sandbox://link'
/** Beyond it a year has no four digits. */
const LATEST = new Date('9999-12-31T23:59:59.999Z')

export const createLinkCode: Handler<'create_link_code'> = async ({ query }, context) => {
  await requireUser(context, query.user_id)
  const now = context.now()
  const asked = query.expires_at ? utcInstant(query.expires_at) : new Date(now.getTime() + LIFETIME.link_code)
  if (asked <= now) throw wrongExpiry('This time is in the past.', 'too_small')
  if (asked > LATEST) throw wrongExpiry('This time is too far in the future.', 'too_big')
  const expires = new Date(Math.min(asked.getTime(), now.getTime() + MAX_LINK_CODE_MS))
  const code = `skus${randomHex(8)}`
  await keep(context, code, query.user_id, expires, { kind: 'link_code' })
  return { body: { code, exchange_url: `${APP_ADDRESS}?code=${code}`, expires_at: expires.toISOString() } }
}

function wrongExpiry(msg: string, type: string) {
  return new ApiError('invalid_input', [{ loc: ['query', 'expires_at'], msg, type }])
}

export const createLinkToken: Handler<'create_link_token'> = async ({ body }, context) => {
  const { user_id, ...options } = body
  await requireUser(context, user_id)
  if (options.provider) knownProvider(context.catalog, options.provider, ['body', 'provider'])
  for (const [index, slug] of (options.filter_on_providers ?? []).entries()) {
    knownProvider(context.catalog, slug, ['body', 'filter_on_providers', index])
  }
  const link_token = randomToken(43)
  await keep(context, link_token, user_id, after(context, LIFETIME.link_token), { kind: 'link_token', options })
  return { body: { link_token, link_web_url: `${context.publicUrl()}${LINK_PAGE}/${link_token}` } }
}

export const createSignInToken: Handler<'create_sign_in_token'> = async ({ params: { user_id } }, context) => {
  await requireUser(context, user_id)
  const sign_in_token = randomToken(64)
  await keep(context, sign_in_token, user_id, after(context, LIFETIME.sign_in_token), { kind: 'sign_in_token' })
  return { body: { user_id, sign_in_token } }
}

export const createPortalUrl: Handler<'create_portal_url'> = async ({ params: { user_id }, body }, context) => {
  const known = PORTAL_CONTEXTS.find((each) => each === body.context)
  if (!known) {
    const msg = `The service knows ${PORTAL_CONTEXTS.join(' and ')}.`
    throw new ApiError('invalid_input', [{ loc: ['body', 'context'], msg, type: 'enum' }])
  }
  const user = await requireUser(context, user_id)
  if (!user.info) throw new ApiError('invalid_input', 'The user has no demographics. Add them first.')
  const order_id = body.order_id ?? null
  if (order_id !== null) {
    const found = await context.store.getOrder(context.team_id, order_id)
    if (found?.order.user_id !== user_id) throw notFound('Order of this user')
  }
  // Shortened for messages (spec, endpoint 6), yet 72 bits: too many to try.
  const token = randomToken(known === 'communications' ? 12 : 43)
  await keep(context, token, user_id, after(context, LIFETIME[known]), { kind: 'portal', context: known, order_id })
  return { body: { url: `${context.publicUrl()}${PORTAL_PAGE}/${token}`, expires_in: LIFETIME[known] / 1000 } }
}

async function requireUser({ store, team_id }: ServiceContext, user_id: string) {
  const user = await store.getUser(team_id, user_id)
  if (!user) throw notFound('User')
  return user
}

async function keep(
  context: ServiceContext,
  credential: string,
  user_id: string,
  expires: Date,
  grant: CredentialGrant,
) {
  const { store, team_id } = context
  await store.saveCredential({
    hash: await hashOf(credential),
    team_id,
    user_id,
    expires_at: expires.toISOString(),
    grant,
  })
}

function after({ now }: ServiceContext, milliseconds: number) {
  return new Date(now().getTime() + milliseconds)
}
