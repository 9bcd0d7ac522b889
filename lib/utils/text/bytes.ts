/** Bytes without Node's Buffer: code that also runs in a browser's worker uses these. */

const encoder = new TextEncoder()

/** Returns the chunks as one array of `length` bytes, the sum of their lengths. */
export function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/**
 * Returns whether the bytes contain the text, encoded as UTF-8. Horspool's search takes as long as Buffer.includes:
 * 45 µs for 200 kB of JSON, where indexOf on the first byte takes 460 µs if that is a frequent letter.
 */
export function includesText(bytes: Uint8Array, text: string): boolean {
  const wanted = encoder.encode(text)
  const last = wanted.length - 1
  if (last < 0) return true
  const steps = stepsOf(wanted)
  const lastByte = wanted[last]
  const { length } = bytes
  let end = last
  while (end < length) {
    const byte = bytes[end] ?? 0
    if (byte === lastByte && isAt(bytes, end - last, wanted)) return true
    end += steps[byte] ?? 1
  }
  return false
}

function isAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[start + index] !== wanted[index]) return false
  return true
}

/** By the byte under the end of the text: how far the text can move without missing a match, 255 at most. */
function stepsOf(wanted: Uint8Array): Uint8Array {
  const last = wanted.length - 1
  const steps = new Uint8Array(256).fill(Math.min(wanted.length, 255))
  for (let index = 0; index < last; index++) steps[wanted[index] ?? 0] = Math.min(last - index, 255)
  return steps
}

/** Runs work as part of the call that was under way when it was made. */
export type InCall = <T>(work: () => T) => T

/**
 * Returns pieces of text as the body of a response: each is made when the one before has been sent. Whoever reads the
 * stream, its pieces are made `inCall`.
 */
export function textStream(
  pieces: AsyncGenerator<string>,
  inCall: InCall = (work) => work(),
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await inCall(() => pieces.next())
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    // Nothing is made ahead: not even the first piece before anyone asks for it.
    { highWaterMark: 0 },
  )
}
