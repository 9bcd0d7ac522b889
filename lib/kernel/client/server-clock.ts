/** The server's clock, for instants that it decides: a machine whose own clock is wrong would count to another end. */

/** The `Date` header is cut to whole seconds, and the way takes time: what is below is no difference. */
const UNSURE = 2_000

/** Milliseconds to add to this machine's clock to have the server's; 0 when the server does not say. */
export async function serverClockOffset(signal?: AbortSignal): Promise<number> {
  const asked = Date.now()
  const answer = await fetch('/healthz', { cache: 'no-store', credentials: 'omit', signal: signal ?? null }).catch(
    () => null,
  )
  const answered = Date.now()
  // An unread body keeps its connection busy until it is collected.
  await answer?.text().catch(() => '')
  const said = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(said)) return 0
  const offset = said + 500 - (asked + answered) / 2
  return Math.abs(offset) < UNSURE ? 0 : Math.round(offset)
}
