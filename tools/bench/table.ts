/** Tables for a terminal: the first column is a name, the others are figures. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    widths
      .map((width, column) => (column === 0 ? (cells[0] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width)))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [line(head), rule, ...rows.map(line)].map((text) => `  ${text}\n`).join('')
}

/** A figure with as many digits as it deserves. */
export function figure(value: number, digits = 2): string {
  return Number.isFinite(value) ? value.toFixed(digits) : 'n/a'
}

/** How a figure stands to the most that is allowed. */
export function verdict(value: number, most: number): 'pass' | 'OVER' {
  return value <= most ? 'pass' : 'OVER'
}

export function print(text = ''): void {
  process.stdout.write(`${text}\n`)
}
