/** Which roles require two-factor authentication: `/api/console/sign-in-rules`. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { ROLES } from './roles.ts'

const roleRule = z.object({
  role: z.enum(ROLES),
  required: z.boolean(),
  /** Whether the server's configuration requires it, so that it can't be changed here. */
  fixed: z.boolean(),
})
const signInRules = z.object({ second_factor: z.array(roleRule) })
export type SignInRules = z.infer<typeof signInRules>

/** Which roles need two-factor authentication, in the order of roles. */
export const getSignInRules = endpoint({
  name: 'get_sign_in_rules',
  path: '/sign-in-rules',
  permission: 'staff:manage',
  response: signInRules,
})

/** Requires a second factor for a role: people without one set it up at their next sign-in, before anything else. */
export const changeSignInRule = endpoint({
  name: 'change_sign_in_rule',
  method: 'PATCH',
  path: '/sign-in-rules/{role}',
  permission: 'staff:manage',
  params: z.object({ role: z.enum(ROLES) }),
  body: z.object({ required: z.boolean() }),
  response: signInRules,
})
