/** Bulk import of connections: spec endpoint 4, as a persistent background operation. */
import { z } from 'zod'
import { type BulkOp, type ConnectionRecipe, connectionRecipe } from '#lib/domains/connections/connection.ts'
import { pageOf, readCursor, writeCursor } from '#lib/kernel/fields.ts'
import { knownProvider, newConnection } from '#lib/service/catalog.ts'
import type { Handler, ServiceDeps } from '#lib/service/handler.ts'
import type { ImportBatch, ImportProgress, ImportResult } from '#lib/service/records.ts'
import { seal, unseal } from '#lib/service/secrets.ts'
import type { Connect } from '#lib/service/store.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { createBreath } from '#lib/utils/timers/delay.ts'

/** Milliseconds (spec, "Limits": wait for completion). */
const MAX_WAIT_MS = 20_000
const POLL_INTERVAL_MS = 100
/** Connections a transaction: what a killed process has to do again at most. */
const BATCH = 100
/** Characters of their tokens: the embedded database runs a batch in one go and blocks other requests until it is done. */
const BATCH_CHARACTERS = 64 * 1024
const batchOfRecipes = z.array(connectionRecipe)

export const bulkImportConnections: Handler<'bulk_import_connections'> = async ({ body }, context) => {
  const { team_id, store, catalog, jobs, sealing_key, now, sleep, newId } = context
  const provider = knownProvider(catalog, body.provider, ['body', 'provider'], ({ kind }) => kind === 'cloud_oauth')
  const operation = { id: newId(), team_id, provider: provider.slug, created_at: now().toISOString() }
  await store.startImport(operation, await inBatches(sealing_key, body.connections))
  await jobs.schedule('import_connections', operation.id, now())
  if (!body.wait_for_completion) return { status: 202, body: { user_ids_imported: [], user_ids_failed: [] } }

  const deadline = now().getTime() + MAX_WAIT_MS
  let done = await store.isImported(operation.id)
  while (!done && now().getTime() < deadline) {
    await sleep(POLL_INTERVAL_MS)
    done = await store.isImported(operation.id)
  }
  const { imported, failed } = await store.importResult(operation.id)
  return { status: done ? 200 : 202, body: { user_ids_imported: imported, user_ids_failed: failed } }
}

/** The connections in sealed batches, one after the other: others have their turn while the caller waits. */
async function inBatches(key: CryptoKey, recipes: readonly ConnectionRecipe[]): Promise<ImportBatch[]> {
  const breathe = createBreath()
  const batches: ImportBatch[] = []
  let part: ConnectionRecipe[] = []
  let characters = 0
  for (const [at, recipe] of recipes.entries()) {
    part.push(recipe)
    characters += recipe.access_token.length + recipe.refresh_token.length
    if (part.length < BATCH && characters < BATCH_CHARACTERS && at < recipes.length - 1) continue
    batches.push({ user_ids: part.map(({ user_id }) => user_id), sealed: await seal(key, JSON.stringify(part)) })
    part = []
    characters = 0
    await breathe()
  }
  return batches
}

/** Handles what is left of an operation, batch by batch. */
export async function runImport({ store, catalog, sealing_key, now }: ServiceDeps, id: string): Promise<void> {
  const created_on = now().toISOString()
  const connect: Connect = async ({ sealed }, isUser, operation) => {
    const provider = knownProvider(catalog, operation.provider, ['body', 'provider'])
    const recipes = batchOfRecipes.parse(JSON.parse(await unseal(sealing_key, sealed)))
    return Promise.all(
      recipes
        .filter(({ user_id }) => isUser(user_id))
        .map(async ({ user_id, oauth_scopes, ...secret }) => ({
          connection: newConnection(provider, user_id, created_on, oauth_scopes ?? null),
          sealed: await seal(sealing_key, JSON.stringify(secret)),
        })),
    )
  }
  // Nobody waits for the whole of it as others wait for their pages: it rests as long as it works.
  const breathe = createBreath()
  while (await store.importNext(id, connect)) await breathe()
}

/** A batch with `failed` null is still to be handled. */
export function resultOf(batches: readonly { user_ids: string[]; failed: string[] | null }[]): ImportResult {
  const result: ImportResult = { imported: [], failed: [] }
  for (const { user_ids, failed } of batches) {
    if (failed === null) continue
    const isFailed = new Set(failed)
    result.imported.push(...user_ids.filter((user_id) => !isFailed.has(user_id)))
    result.failed.push(...failed)
  }
  return result
}

/** Milliseconds in which an operation is stored whole, or never. */
export const STORED_WITHIN = HOUR

function statusOf({ created_at, finished_at, processed, failed }: ImportProgress, now: Date): BulkOp['status'] {
  const began = Date.parse(created_at)
  if (finished_at === null) return 'in_progress'
  if (Date.parse(finished_at) <= began) return now.getTime() - began < STORED_WITHIN ? 'in_progress' : 'aborted'
  return processed > 0 && failed === processed ? 'failure' : 'success'
}

function bulkOpOf(operation: ImportProgress, now: Date): BulkOp {
  const { provider, pending, processed, created_at, finished_at } = operation
  const status = statusOf(operation, now)
  const ended_at = status === 'in_progress' ? null : finished_at
  return { type: 'bulk_import', status, provider, pending, processed, started_at: created_at, ended_at }
}

export const listBulkOps: Handler<'list_bulk_ops'> = async ({ query }, { team_id, store, now }) => {
  const { page_size } = query
  const after = readCursor(query.next_cursor)
  const found = await store.listImports(team_id, { after, limit: page_size + 1 })
  const { items, next_cursor } = pageOf(found, page_size, ({ created_at, id }) => writeCursor(created_at, id))
  return { body: { data: items.map((operation) => bulkOpOf(operation, now())), next_cursor } }
}
