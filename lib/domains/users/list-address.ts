/** The list of users, searched by a text that may be personal: the text stands beside the address, never in it. */

/** Name of the text in the entry of the history that holds it. */
export const HELD_TEXT = 'users'

export function usersByText(environment: string, text: string) {
  return { address: `/${environment}/users`, held: { [HELD_TEXT]: text } }
}
