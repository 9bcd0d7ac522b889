/** Returns the whole years between two calendar days (`YYYY-MM-DD`); null for what is no day. */
export function ageOn(birth: string, today: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/
  const [born, now] = [parts.exec(birth), parts.exec(today)]
  if (!(born && now)) return null
  const years = Number(now[1]) - Number(born[1])
  const age = `${now[2]}-${now[3]}` < `${born[2]}-${born[3]}` ? years - 1 : years
  return age >= 0 && age < 150 ? age : null
}
