/** Of the `round` ticks of an axis from 0 to `longest` the whole ones; where no two are left, both ends. */
export function axisTicks(round: readonly number[], longest: number): number[] {
  const whole = round.filter(Number.isInteger)
  return whole.length > 1 ? whole : [0, longest]
}
