/** Bytes without Node's Buffer: code that also runs in a browser's worker uses these. */

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

/** Reads JSON, as text or in UTF-8; undefined for what is none. */
export function parseJson(json: string | ArrayBuffer | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json))
  } catch {
    return undefined
  }
}

/** Runs work as part of the call that was under way when it was made. */
export type InCall = <T>(work: () => T) => T

/** Makes each piece when the one before has been sent, `inCall`, whoever reads the stream. */
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
