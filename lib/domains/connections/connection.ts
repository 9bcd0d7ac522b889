/** Provider connections: spec "Provider connection", "ConnectionRecipe", endpoints 3, 4 and 15. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { emptyAsNone, isoDateTime, missingAs, openEnum, pageCursor, uuid } from '#lib/kernel/fields.ts'
import { personal, userId } from '#lib/kernel/marks.ts'
import { CONNECTION_ERROR_TYPES, CONNECTION_STATUSES, RESOURCE_STATUSES } from '#lib/kernel/values.ts'

/** Provider slugs are third-party names and an open set; the embedded service refuses those it does not know. */
export const providerSlug = z.string().regex(/^[a-z0-9_]+$/, 'A provider slug is lower-case letters, digits and _.')

const scopeList = z.looseObject({ required: z.array(z.string()), optional: z.array(z.string()) })

const resourceAvailability = z.looseObject({
  status: openEnum(RESOURCE_STATUSES),
  scope_requirements: z.looseObject({ user_granted: scopeList, user_denied: scopeList }).nullish(),
})

/** Gap "connection status". */
const connectionError = z.looseObject({
  error_type: emptyAsNone(openEnum(CONNECTION_ERROR_TYPES)),
  error_message: personal(z.string()).nullish(),
  errored_at: emptyAsNone(isoDateTime),
})

export const connection = z.looseObject({
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullish(),
  status: openEnum(CONNECTION_STATUSES),
  created_on: isoDateTime,
  resource_availability: missingAs({}, z.record(z.string(), resourceAvailability)),
  error_details: connectionError.nullish(),
})
export type Connection = z.infer<typeof connection>

export const listUserProviders = endpoint({
  name: 'list_user_providers',
  section: "3. List a user's providers",
  path: '/v2/user/providers/{user_id}',
  permission: 'connections:read',
  params: z.object({ user_id: uuid }),
  response: z.looseObject({ providers: z.array(connection) }),
})

/** Bytes. Ten thousand connections fit several times over. */
const IMPORT_BYTES = 32 * 1024 * 1024

/** Gap "ConnectionRecipe": all required but `oauth_scopes`; `expires_at` is epoch seconds. */
export const connectionRecipe = z.object({
  user_id: uuid,
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  provider_id: z.string().min(1),
  expires_at: z.int().min(0),
  oauth_scopes: z.array(z.string()).nullish(),
})
export type ConnectionRecipe = z.infer<typeof connectionRecipe>

export const bulkImportConnections = endpoint({
  name: 'bulk_import_connections',
  section: '4. Bulk import connections',
  method: 'POST',
  path: '/v2/link/bulk_import',
  permission: 'connections:import',
  body: z.object({
    provider: providerSlug,
    connections: z.array(connectionRecipe),
    wait_for_completion: z.boolean().default(false),
  }),
  maxBodyBytes: IMPORT_BYTES,
  response: z.looseObject({ user_ids_imported: z.array(userId), user_ids_failed: z.array(userId) }).nullable(),
  success: [202, 200],
})

/** An import that made no connection is a `failure`; one that the service never had whole is `aborted`. */
export const BULK_OP_TYPES = ['bulk_import'] as const
export const BULK_OP_STATUSES = ['in_progress', 'success', 'failure', 'aborted'] as const

/** Counts are connections; `ended_at` is null while it is in progress (gap "list bulk ops"). */
const bulkOp = z.looseObject({
  type: openEnum(BULK_OP_TYPES),
  status: openEnum(BULK_OP_STATUSES),
  provider: z.string(),
  pending: z.int().min(0),
  processed: z.int().min(0),
  started_at: isoDateTime,
  ended_at: isoDateTime.nullable(),
})
export type BulkOp = z.infer<typeof bulkOp>

export const listBulkOps = endpoint({
  name: 'list_bulk_ops',
  section: 'Named but not described: list bulk ops',
  path: '/v2/link/bulk_op',
  permission: 'connections:import',
  query: z.object({ page_size: z.int().min(1).max(100).default(20), next_cursor: pageCursor.optional() }),
  response: z.looseObject({ data: z.array(bulkOp), next_cursor: z.string().nullable() }),
})

export const deregisterProvider = endpoint({
  name: 'deregister_provider',
  section: '15. Deregister a provider connection',
  method: 'DELETE',
  path: '/v2/user/{user_id}/{provider}',
  permission: 'connections:remove',
  params: z.object({ user_id: uuid, provider: providerSlug }),
  response: z.looseObject({ success: z.boolean() }),
})
