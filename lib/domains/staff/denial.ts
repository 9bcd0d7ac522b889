/** Words of a refusal: the reason and who can help. The same in the proxy, the console and the pages. */
import { ApiError } from '#lib/kernel/api-error.ts'
import { PERMISSIONS, type Permission } from '#lib/kernel/permissions.ts'
import { ROLE_LABELS, type Role } from './roles.ts'

const WHOM_TO_ASK = 'Ask your administrator if you need it.'

/** Returns the sentence that tells a person which permission their role lacks and whom to ask. */
export function denialOf(role: Role, permission: Permission): string {
  return `Your role (${ROLE_LABELS[role].label.toLowerCase()}) doesn’t include “${PERMISSIONS[permission]}”. ${WHOM_TO_ASK}`
}

/** Also where the environment exists: who may not enter it does not learn that it does. */
export const NO_ENVIRONMENT = `This environment doesn’t exist, or you can’t open it. ${WHOM_TO_ASK}`

export const noEnvironment = () => new ApiError('unknown_environment', NO_ENVIRONMENT)
