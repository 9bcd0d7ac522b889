/** Users: spec endpoints 5 and 7. */
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import type { Handler } from '#lib/service/handler.ts'
import { ClientUserIdTaken, IngestionReversed } from '#lib/service/store.ts'

export const listUsers: Handler<'list_users'> = async ({ query }, { team_id, store }) => {
  const page = await store.listUsers(team_id, query)
  return { body: { ...page, offset: query.offset, limit: query.limit } }
}

/** The response body is not shown in the spec: 204 with none (gap "update user"). */
export const updateUser: Handler<'update_user'> = async ({ params, body }, { team_id, store, now }) => {
  const user = await store.updateUser(team_id, params.user_id, body, now()).catch((error: unknown) => {
    if (error instanceof ClientUserIdTaken) {
      throw new ApiError('client_user_id_taken', { error: 'client_user_id belongs to another user.', ...error.holder })
    }
    if (!(error instanceof IngestionReversed)) throw error
    const field = body.ingestion_end ? 'ingestion_end' : 'ingestion_start'
    const msg = 'With the dates set before, the end is before the start.'
    throw new ApiError('invalid_input', [{ loc: ['body', field], msg, type: 'custom' }])
  })
  if (!user) throw notFound('User')
  return { body: null }
}
