/** The ZIP of an address as it was read: the contract calls it `zip_code`, and some services send `zip`. */

interface ReadAddress {
  zip_code?: string | null | undefined
  zip?: string | null | undefined
}

/** Returns null where the address has none. */
export const addressZip = ({ zip_code, zip }: ReadAddress): string | null => zip_code || zip || null
