/** Calls of every endpoint, with good input and bad, and changes that build on each other: what a demo is compared by. */
import { listUsers } from '#lib/domains/users/user.ts'
import { bookDraws } from './booking-calls.ts'
import {
  acknowledge,
  changeImports,
  changeSettings,
  changeStaff,
  changeUser,
  changeViews,
  refusedTeams,
  reportAndAudit,
} from './every-change.ts'
import { CONSOLE, SERVICE } from './every-path.ts'
import { readConsole, readService } from './every-read.ts'
import { recorderOf } from './record.ts'
import type { RecordedCall } from './recorded-calls.ts'
import type { Side } from './replay.ts'
import { refusedWebhooks } from './webhook-calls.ts'
import { workOn } from './worklist-calls.ts'

/** Made to a side and recorded. It is changed by them. */
export async function everyCall(side: Side): Promise<readonly RecordedCall[]> {
  const { calls, send } = recorderOf(side)
  const { users } = listUsers.response.parse(await send('GET', `${SERVICE}/v2/user/?limit=100`))
  const user = users.find(({ connected_sources }) => connected_sources.length > 1)
  if (!user) throw new Error('Nobody has two sources.')
  await readConsole(send)
  await readService(send, user)
  await changeUser(send, user)
  await changeStaff(send)
  await changeImports(send)
  await changeViews(send)
  await changeSettings(send)
  await workOn(send)
  await bookDraws(send)
  await acknowledge(send)
  await refusedWebhooks(send)
  await refusedTeams(send)
  await send('POST', `${CONSOLE}/directory/demo/refresh`)
  await send('POST', `${CONSOLE}/directory/demo/checks`)
  await reportAndAudit(send, user)
  return calls
}
