/** The visual form of an ID: a short text and eight bars, so that the same ID looks the same everywhere. */

/** `8a5fc03d…d25b`; ids of another form stay whole. */
export function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{23,}$/i.test(id) ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
}

export interface Bar {
  x: number
  width: number
}

export const BARS_WIDTH = 20

/** One bar a hex digit: two bits for its width, two for the gap after it, scaled to one total width. */
export function idBars(id: string): Bar[] {
  const digits = [
    ...id
      .replace(/[^0-9a-f]/gi, '')
      .slice(0, 8)
      .padEnd(8, '0'),
  ].map((digit) => Number.parseInt(digit, 16))
  const cells = digits.map((digit) => ({ width: 1 + (digit >> 2) * 0.5, gap: 1 + (digit & 3) * 0.4 }))
  const length = cells.reduce((sum, { width, gap }) => sum + width + gap, 0) - (cells.at(-1)?.gap ?? 0)
  const scale = BARS_WIDTH / length
  const bars: Bar[] = []
  let x = 0
  for (const { width, gap } of cells) {
    bars.push({ x: round(x * scale), width: round(width * scale) })
    x += width + gap
  }
  return bars
}

function round(value: number) {
  return Math.round(value * 100) / 100
}
