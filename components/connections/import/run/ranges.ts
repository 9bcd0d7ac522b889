/** Row indexes as ranges, both ends included: almost all rows of a batch follow each other. */

export type Ranges = readonly (readonly [number, number])[]

/** `rows` in ascending order, each once. */
export function toRanges(rows: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last && last[1] === row - 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges
}

export function fromRanges(ranges: Ranges): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, step) => first + step))
}
