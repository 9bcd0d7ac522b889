/** How fast an environment's embedded sandbox lives by itself: its orders move on, and its users' sources send data. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime } from '#lib/kernel/fields.ts'
import { inEnvironment } from './environment.ts'

export const SANDBOX_PACES = ['off', 'real', 'tenfold', 'sixtyfold'] as const
export type SandboxPace = (typeof SANDBOX_PACES)[number]

const sandboxPace = z.object({
  pace: z.enum(SANDBOX_PACES),
  /** 0: never changed, so off. */
  version: z.int().min(0),
  changed_at: isoDateTime.nullable(),
  changed_by: z.string().nullable(),
})
export type SandboxPaceSetting = z.infer<typeof sandboxPace>

/** 404 for an environment that this process doesn't serve itself. */
export const getSandboxPace = endpoint({
  name: 'get_sandbox_pace',
  path: '/settings/{environment}/sandbox-pace',
  permission: 'users:read',
  params: inEnvironment,
  response: sandboxPace,
})

/** 409 where somebody has changed it since `version`, and nothing is kept. */
export const changeSandboxPace = endpoint({
  name: 'change_sandbox_pace',
  method: 'PATCH',
  path: '/settings/{environment}/sandbox-pace',
  permission: 'staff:manage',
  params: inEnvironment,
  body: sandboxPace.pick({ pace: true, version: true }),
  response: sandboxPace,
})
