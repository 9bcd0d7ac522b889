/** The list of all orders, searched by a text that may be a name: the text stands beside the address, never in it. */

/** Returns the name of a personal filter in the entry of the history that holds it. */
export const heldName = (filter: string) => `orders.${filter}`

export function ordersByText(environment: string, text: string) {
  return { address: `/${environment}/orders?view=all`, held: { [heldName('search_input')]: text } }
}
