/** How the console says that a role or an environment does not allow something. */

export const WHOM_TO_ASK = 'Ask an administrator of this console if you need it.'

/** Whether a 403 is the console's own; the service has others. */
export function isDenial(detail: string): boolean {
  return detail.endsWith(WHOM_TO_ASK)
}
