/** Pieces of text as the body of a response: each is made when the one before has been sent. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever reads the stream, its pieces are made as part of the call that began it: its share of the database is theirs. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const inCall = AsyncLocalStorage.snapshot()
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
