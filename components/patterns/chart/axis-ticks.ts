/** Returns the whole-number ticks of an axis from 0 to `longest`; both ends when fewer than two remain. */
export function axisTicks(round: readonly number[], longest: number): number[] {
  const whole = round.filter(Number.isInteger)
  return whole.length > 1 ? whole : [0, longest]
}
