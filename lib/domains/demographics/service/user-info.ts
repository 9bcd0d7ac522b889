/** Demographics: spec endpoints 1 and 2. */
import { notFound } from '#lib/kernel/api-error.ts'
import type { Handler } from '#lib/service/handler.ts'

export const updateUserInfo: Handler<'update_user_info'> = async ({ params, body }, { team_id, store }) => {
  if (!(await store.saveInfo(team_id, params.user_id, body))) throw notFound('User')
  return { body }
}

export const getLatestUserInfo: Handler<'get_latest_user_info'> = async ({ params }, { team_id, store }) => {
  const user = await store.getUser(team_id, params.user_id)
  if (!user) throw notFound('User')
  if (!user.info) throw notFound('User info')
  return { body: user.info }
}
