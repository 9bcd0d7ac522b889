/** How many orders each user has: exact in sum, and known for any user without looking at the others. */

/** Relative shares, repeated over all users. The first is not zero, so that a single user can hold all orders. */
const SHARES = [
  7, 0, 12, 3, 22, 1, 9, 0, 15, 6, 40, 2, 11, 0, 5, 18, 8, 0, 29, 4, 13, 10, 1, 0, 16, 8, 3, 24, 2, 14, 36,
] as const

const BEFORE: readonly number[] = SHARES.map((_, index) => sum(SHARES.slice(0, index)))
const TOTAL = sum(SHARES)

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function sharesBefore(index: number): number {
  return Math.floor(index / SHARES.length) * TOTAL + (BEFORE[index % SHARES.length] ?? 0)
}

/** Orders of all users before the given one; with `index` equal to `users` that is every order. */
export function ordersBefore(index: number, size: { users: number; orders: number }): number {
  return Math.floor((size.orders * sharesBefore(index)) / sharesBefore(size.users))
}
