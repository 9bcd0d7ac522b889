/** Link flows: spec endpoints 8 and 9. */
import { z } from 'zod'
import { providerSlug } from '#lib/domains/connections/connection.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'

/** An expired link, code or token is kept as long, so that its page can say "expired" rather than "unknown". */
export const KEPT_AFTER_EXPIRY_DAYS = 30

/** `redirect_url` is shown to people and handed to browsers: nothing but http and https. */
const redirectUrl = z
  .url({ protocol: /^https?$/, error: 'Enter an http or https address.', abort: true })
  // “https://clinic.test@evil.test” leads to evil.test.
  .refine((url) => !/^https?:\/*[^/?#]*@/i.test(url), 'Enter an address without a user name.')

/** Spec, endpoint 8: `(sk|pk)(eu|us)` and 8 lower-case hex digits. */
const LINK_CODE = /^(sk|pk)(eu|us)[0-9a-f]{8}$/

export const createLinkCode = endpoint({
  name: 'create_link_code',
  section: '8. Create link code (mobile health sharing)',
  method: 'POST',
  path: '/v2/link/code/create',
  permission: 'access:create',
  query: z.object({ user_id: uuid, expires_at: isoDateTime.nullish() }),
  response: z.looseObject({
    code: z.string().regex(LINK_CODE),
    exchange_url: z.string(),
    expires_at: isoDateTime,
  }),
})

export const createLinkToken = endpoint({
  name: 'create_link_token',
  section: '9. Create link token',
  method: 'POST',
  path: '/v2/link/token',
  permission: 'access:create',
  body: z.object({
    user_id: uuid,
    provider: providerSlug.nullish(),
    redirect_url: redirectUrl.nullish(),
    filter_on_providers: z.array(providerSlug).min(1, 'Choose at least one source.').nullish(),
    on_error: z.literal('redirect').nullish(),
    on_close: z.literal('redirect').nullish(),
  }),
  response: z.looseObject({ link_token: z.string(), link_web_url: z.string() }),
})
