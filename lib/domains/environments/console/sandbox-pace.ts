/** The pace of a sandbox, as staff set it. */
import { z } from 'zod'
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import {
  changeSandboxPace,
  getSandboxPace,
  SANDBOX_PACES,
  type SandboxPaceSetting,
} from '#lib/domains/environments/sandbox-pace.ts'
import { ApiError } from '#lib/kernel/api-error.ts'

const stored = z.object({ pace: z.enum(SANDBOX_PACES), changed_by: z.string() })
const pacesIn = (store: RecordStore) => recordsOf(store, 'sandbox_pace', stored)

/** Returns an environment's pace; off until somebody chooses another. */
export async function readSandboxPace(store: RecordStore, environment: string): Promise<SandboxPaceSetting> {
  const [kept] = await pacesIn(store).find(environment)
  if (!kept) return { pace: 'off', version: 0, changed_at: null, changed_by: null }
  return { ...kept.body, version: kept.version, changed_at: kept.at }
}

interface PaceOptions {
  store: RecordStore
  now: () => Date
  /** Whether this process serves the environment itself. */
  isEmbedded: (environment: string) => boolean
}

export function sandboxPaceRoutes({ store, now, isEmbedded }: PaceOptions): ConsoleRoute[] {
  function refuseOthers(environment: string) {
    if (!isEmbedded(environment)) throw new ApiError('not_found', 'This environment has no simulation.')
  }

  return [
    route(
      getSandboxPace,
      async ({ params: { environment } }) => {
        refuseOthers(environment)
        return { body: await readSandboxPace(store, environment) }
      },
      { audited: false },
    ),

    route(changeSandboxPace, async ({ params: { environment }, body }, { viewer, note }) => {
      refuseOthers(environment)
      const { pace, version } = body
      note({ fields: [`pace.${pace}`] })
      const record = {
        key: 'pace',
        version: version + 1,
        body: { pace, changed_by: viewer.name },
        at: now().toISOString(),
      }
      if ((await pacesIn(store).save(environment, record)) === 'stale')
        throw new ApiError('stale', 'Someone else changed the simulation. Yours wasn’t saved. Choose again.')
      return { body: await readSandboxPace(store, environment) }
    }),
  ]
}
