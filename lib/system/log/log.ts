/** The log: structured, and unable to hold patient data: what is logged is reduced to plain facts, and redacted by name. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '#lib/config.ts'
import { medicalProxy, userAddress, userInfoWrite } from '#lib/domains/demographics/user-info-write.ts'
import type { ServiceReadFailure } from '#lib/proxy/sources.ts'

/** Names whose values are never printed: what the contract knows of a person, other words of theirs, and secrets. */
const PERSONAL = [userInfoWrite, userAddress, medicalProxy].flatMap(({ shape }) => Object.keys(shape))
const OTHER_WORDS =
  'name client_user_id patient_details patient_address patient_name shipping_recipient_name search_input ' +
  'appointment_notes access_notes event_data message stack detail body query url path headers rawheaders'
const SECRETS =
  'authorization cookie set-cookie x-service-api-key x-management-key x-service-org-key api_key booking_key password current_password new_password ' +
  'secret client_secret token access_token refresh_token link_token sign_in_token code recovery_codes link ' +
  'link_web_url exchange_url redirect_url uri'

const CENSOR = '[redacted]'
/** Levels of nesting that are printed; deeper values are named by their type only. */
const DEPTH = 5

/** `key_header` is the name of the header that carries the key of the service; `to` is the standard output unless set. */
export function createLog(level: Config['log_level'], key_header = '', to?: DestinationStream): Logger {
  const names = new Set([...PERSONAL, ...`${OTHER_WORDS} ${SECRETS} ${key_header}`.trim().split(' ')])
  const facts = (value: unknown) => factsOf(value, names)
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // For what children are bound to. Its wildcards cost 0.2 ms a line, so nested values are redacted by `facts`.
    redact: { paths: [...names].map((name) => `["${name}"]`), censor: CENSOR },
    serializers: { err: facts },
    hooks: {
      logMethod([first, second]: unknown[], method) {
        // Further arguments would be put into the text.
        if (typeof first === 'string') method.call(this, first)
        else method.call(this, facts(first), typeof second === 'string' ? second : 'without words')
      },
    },
  }
  return to ? pino(options, to) : pino(options)
}

/** Returns a line for the person who started the program, or one in the form of the log. */
export function lineFor(text: string, { json, level = 30 }: { json: boolean; level?: number }): string {
  return json ? `${JSON.stringify({ level, time: new Date().toISOString(), msg: text.trim() })}\n` : `${text}\n`
}

export interface ErrorFacts {
  error: string
  error_code?: string
  /** Places of the stack, the innermost first. */
  at: string[]
}

/** Messages of databases and parsers repeat values; the kind, the code and the stack's places do not. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const root = error.cause instanceof Error ? error.cause : error
  // An identity provider's own word, such as `invalid_client`, says more than the library's.
  const word = 'error' in root && isWord(root.error) ? root.error : 'code' in root && root.code
  const code = isWord(word) ? { error_code: word } : {}
  // A message can have lines that look like places, and a place can be code that is its own address.
  const lines = (error.stack ?? '').replace(error.message, '').split('\n')
  const at = lines.filter((line) =>
    /^\s+at (?:.+ \()?(?:async )?(?:file:|node:|\/|[A-Za-z]:\\).*:\d+:\d+\)?$/.test(line),
  )
  return { error: isWord(root.name) ? root.name : 'Error', ...code, at: at.slice(0, 8).map((line) => line.trim()) }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value)
}

function factsOf(value: unknown, names: ReadonlySet<string>): Record<string, unknown> {
  const facts = plain(value, names, DEPTH)
  return isRecord(facts) ? facts : { logged: facts }
}

/** Errors become facts; whatever else is no plain data, such as a request or a response, the name of its kind. */
function plain(value: unknown, names: ReadonlySet<string>, depth: number): unknown {
  if (value instanceof Error) return errorFacts(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'Function' : value
  if (depth > 0 && Array.isArray(value)) return value.map((item) => plain(item, names, depth - 1))
  if (depth > 0 && isRecord(value)) {
    const field = (name: string, held: unknown) =>
      names.has(name.toLowerCase()) ? CENSOR : plain(held, names, depth - 1)
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, field(name, held)]))
  }
  return Object.prototype.toString.call(value).slice(8, -1)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The methods of the console, and how urgent it is what they print. */
const METHODS = [
  ['error', 'error'],
  ['warn', 'warn'],
  ['log', 'debug'],
  ['info', 'debug'],
  ['debug', 'debug'],
  ['dir', 'debug'],
] as const

/** Next prints rendering errors with messages that can hold what was rendered; `readable` leaves them to developers. */
export function guardOutput(log: Logger, { readable = false } = {}): void {
  // Next hands over one error several times, as it travels up.
  const told = new WeakSet<Error>()
  const tell = (level: 'fatal' | (typeof METHODS)[number][1], error: unknown, words: string) => {
    if (error instanceof Error && told.has(error)) return
    if (error instanceof Error) told.add(error)
    log[level]({ ...errorFacts(error), ...digestOf(error) }, words)
  }

  for (const [method, level] of readable ? [] : METHODS) {
    console[method] = (...given: unknown[]) => {
      const error = given.find((value) => value instanceof Error)
      if (error) tell(level, error, 'a page or a library failed')
      else log[level]({ at: errorFacts(new Error('here')).at.slice(1) }, 'a library printed something')
    }
  }
  // Next starts work it may not need, so an unhandled rejection must not end the process.
  process.on('unhandledRejection', (error) => tell('error', error, 'unhandled rejection'))
  // State in memory may be inconsistent after an uncaught exception; the next start resumes from the database.
  process.on('uncaughtException', (error) => {
    tell('fatal', error, 'uncaught exception')
    process.exit(1)
  })
}

/** The digest shown on an error page, so that support can find its log line. */
function digestOf(error: unknown): { digest?: string } {
  if (!(error instanceof Error && 'digest' in error && typeof error.digest === 'string')) return {}
  return /^\d{1,20}(?:@E\d{1,6})?$/.test(error.digest) ? { digest: error.digest } : {}
}

/** Returns a callback that logs a failed read of the service as a warning, with the call but none of its data. */
export function logReadFailures(log: Logger): (fault: ServiceReadFailure) => void {
  return ({ act, error, ...call }) => log.warn({ ...call, ...errorFacts(error) }, `the service did not ${act}`)
}
