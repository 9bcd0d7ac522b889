/** The ZIP of an address as it was read: the contract calls it `zip_code`, and some services send `zip`. */

interface ReadAddress {
  zip_code?: string | null | undefined
  zip?: string | null | undefined
}

/** Returns null where the address has none. */
export const addressZip = ({ zip_code, zip }: ReadAddress): string | null => zip_code || zip || null

/** Returns of an address what tells its zone and whether its ZIP is one of its state's. */
export const placeOf = (address: ReadAddress & { state?: string | null | undefined }) => ({
  zip: addressZip(address),
  state: address.state,
})

/** Returns a record as it would be written: where its addresses call their ZIP `zip`, it is `zip_code` as well. */
export function asWritten(record: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(record).map(([key, value]): [string, unknown] => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value]
    const inside = asWritten({ ...value })
    return [key, key === 'address' ? { ...inside, zip_code: inside['zip_code'] || inside['zip'] } : inside]
  })
  return Object.fromEntries(given)
}
