/** Calls that a demo has answered during a test, as they stand in `.results/demo-requests`: one line each, in order. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** One file a journey, from its last run. */
export const RECORDS = fileURLToPath(new URL('../../../.results/demo-requests', import.meta.url))

const recordedCall = z.object({
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

export interface Journey {
  /** Its file. */
  name: string
  calls: readonly RecordedCall[]
}

export function recordedJourneys(): Journey[] {
  const names = globSync('*.jsonl', { cwd: RECORDS }).sort()
  return names.map((name) => ({ name, calls: parseRecordedCalls(readFileSync(join(RECORDS, name), 'utf8')) }))
}
