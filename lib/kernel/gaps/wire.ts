/** Gaps of the specification about the API as a whole. */
import type { Gap } from './gap.ts'

export const wireGaps: readonly Gap[] = [
  {
    name: 'nullability of answers',
    section: 'Resources and their fields',
    decision: 'What has not happened yet is null. Absent and null are read alike; unknown fields pass through.',
  },
  {
    name: 'errors',
    section: 'Errors',
    decision:
      '`{detail}`: a text, or for 422 a list of `{loc, msg, type}`. 400, 401, 403 (feature or team), 404, 405, 409, 413, 415, 422, 429 with Retry-After, 500, 503.',
  },
  { name: 'closed beta', section: 'Errors', decision: '403 with a `detail` for a team that is not enabled.' },
  {
    name: 'rate limits',
    section: 'Limits',
    decision: 'None from the embedded service; 429 and Retry-After are honoured.',
  },
  {
    name: 'operations without a shape',
    section: 'Named but not described',
    decision:
      'Create user, list bulk ops, undo deletion, workout streams and management: no endpoint is invented for them.',
  },
  {
    name: 'texts and depth',
    section: 'Conventions',
    decision:
      'A NUL character, half a surrogate pair, more than 32 levels of nesting or more than 200,000 values are refused with 422.',
  },
  {
    name: 'deprecation and version negotiation',
    section: 'Versioning',
    decision: 'The version is the path’s and nothing else.',
  },
]
