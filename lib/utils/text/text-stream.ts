/** Pieces of text as the body of a response: each is made when the one before has been taken. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
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
