/** Order statistics of measured samples. */

/** Interpolates between the two samples nearest to the share (0 to 1); NaN of no samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort()
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}
