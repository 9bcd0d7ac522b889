/** Calls that a demo has answered during a test, as they stand in `.results/demo-requests`: one line each, in order. */
import { z } from 'zod'

export const recordedCall = z.object({
  method: z.string(),
  /** With its query. */
  path: z.string().startsWith('/'),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  status: z.int(),
  /** The body of the answer. */
  response: z.string(),
})
export type RecordedCall = z.infer<typeof recordedCall>

export function parseRecordedCalls(text: string): RecordedCall[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => recordedCall.parse(JSON.parse(line)))
}
