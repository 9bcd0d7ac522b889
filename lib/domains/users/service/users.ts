/** Users: spec endpoints 5 and 7, and what the spec names without its shape (gap "create user"). */
import { UNDO_DAYS } from '#lib/domains/users/user.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import { pageOf, readCursor, writeCursor } from '#lib/kernel/fields.ts'
import type { Handler, ServiceContext } from '#lib/service/handler.ts'
import type { UserRecord } from '#lib/service/records.ts'
import { ClientUserIdTaken, IngestionReversed } from '#lib/service/store.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { emptyUser, publicUser, updatedUser } from './user-record.ts'

export const listUsers: Handler<'list_users'> = async ({ query }, { team_id, store }) => {
  const page = await store.listUsers(team_id, query)
  return { body: { ...page, offset: query.offset, limit: query.limit } }
}

const taken = (error: unknown): never => {
  if (!(error instanceof ClientUserIdTaken)) throw error
  throw new ApiError('client_user_id_taken', { error: 'client_user_id belongs to another user.', ...error.holder })
}

export const createUser: Handler<'create_user'> = async ({ body }, { team_id, store, now, newId }) => {
  const { client_user_id } = body
  const empty = emptyUser({ team_id, user_id: newId(), created_on: now().toISOString() })
  const { user_id } = await store.createUser(updatedUser(empty, body, now())).catch(taken)
  return { body: { user_id, client_user_id } }
}

async function shown(record: UserRecord | null, { store, team_id }: ServiceContext) {
  const connections = record && (await store.listConnections(team_id, record.user_id))
  if (!(record && connections)) throw notFound('User')
  return { body: publicUser(record, connections) }
}

export const getUser: Handler<'get_user'> = async ({ params }, context) =>
  shown(await context.store.getUser(context.team_id, params.user_id), context)

export const resolveUser: Handler<'resolve_user'> = async ({ params }, context) =>
  shown(await context.store.findUser(context.team_id, params.client_user_id), context)

export const deleteUser: Handler<'delete_user'> = async ({ params }, { team_id, store, now }) => {
  if (!(await store.deleteUser(team_id, params.user_id, now()))) throw notFound('User')
  return { body: { success: true } }
}

const undoSince = (now: () => Date) => new Date(now().getTime() - UNDO_DAYS * DAY)
const DELETED_SHOWN = 50

/** No operation of the API lists them: the console does, for its own team (gap "undo deletion"). */
export async function listDeletedUsers(
  { store, now }: Pick<ServiceContext, 'store' | 'now'>,
  team_id: string,
  { cursor }: { cursor?: string | undefined },
) {
  const page = { since: undoSince(now), after: readCursor(cursor), limit: DELETED_SHOWN + 1 }
  const { items, next_cursor } = pageOf(await store.deletedUsers(team_id, page), DELETED_SHOWN, (last) =>
    writeCursor(last.deleted_on, last.user_id),
  )
  return { users: items, next_cursor }
}

export const undoDeleteUser: Handler<'undo_delete_user'> = async ({ query }, { team_id, store, now }) => {
  const restored = await store.undoDeletion(team_id, query, undoSince(now)).catch(taken)
  if (restored === null) throw notFound('Deleted user')
  return { body: { success: true, user_id: restored } }
}

/** The response body is not shown in the spec: 204 with none (gap "update user"). */
export const updateUser: Handler<'update_user'> = async ({ params, body }, { team_id, store, now }) => {
  const user = await store.updateUser(team_id, params.user_id, body, now()).catch((error: unknown) => {
    if (!(error instanceof IngestionReversed)) return taken(error)
    const field = body.ingestion_end ? 'ingestion_end' : 'ingestion_start'
    const msg = 'With the dates set before, the end is before the start.'
    throw new ApiError('invalid_input', [{ loc: ['body', field], msg, type: 'custom' }])
  })
  if (!user) throw notFound('User')
  return { body: null }
}
