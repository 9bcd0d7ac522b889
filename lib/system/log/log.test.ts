/** The log: what must never be printed, however it was handed over, and by whomever it was printed. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { updateUser } from '#lib/domains/users/user.ts'
import { createLog, errorFacts, lineFor } from './log.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Part of every value that is not to be printed. */
const NAME = 'Okafor'

test('a line for the operator is one of the log where that is asked for', () => {
  expect(lineFor('  ready', { json: false })).toBe('  ready\n')
  expect(JSON.parse(lineFor('\nThe configuration\n  - PORT', { json: true, level: 60 }))).toMatchObject({
    level: 60,
    msg: 'The configuration\n  - PORT',
  })
})

function lines() {
  const written: string[] = []
  const log = createLog('debug', 'x-clinic-key', { write: (line) => void written.push(line) })
  const last = () => z.record(z.string(), z.unknown()).parse(JSON.parse(written.at(-1) ?? ''))
  return { log, last, all: () => written.join('') }
}

describe('facts of errors', () => {
  test('are kind, code and places', () => {
    const cause = Object.assign(new Error(`Key (client_user_id)=(${NAME}-1982) exists`), {
      code: '23505',
      name: 'DatabaseError',
    })
    const facts = errorFacts(new Error(`params: Maren ${NAME}`, { cause }))
    expect(facts).toMatchObject({ error: 'DatabaseError', error_code: '23505' })
    expect(facts.at.length).toBeGreaterThan(0)
    expect(JSON.stringify(facts)).not.toContain(NAME)
    expect(errorFacts(NAME)).toEqual({ error: 'string', at: [] })
    const refused = Object.assign(new Error(NAME), { code: 'OAUTH_RESPONSE_BODY_ERROR', error: 'invalid_client' })
    expect(errorFacts(refused)).toMatchObject({ error_code: 'invalid_client' })
  })

  test('hold nothing of a message that looks like a place, nor of a name or code that is none', () => {
    const error = Object.assign(new Error(`no\n    at Maren ${NAME} (file:///x.ts:1:2)\n    at ${NAME} (/x.ts:1:2)`), {
      name: `Maren ${NAME}`,
      code: `Maren ${NAME}`,
    })
    const facts = errorFacts(error)
    expect(facts).toEqual({ error: 'Error', at: expect.any(Array) })
    expect(facts.at.join()).toContain('log.test.ts')
    expect(JSON.stringify(facts)).not.toContain(NAME)
  })
})

describe('a line of the log', () => {
  test.each([
    ...'authorization cookie set-cookie x-service-api-key x-management-key x-service-org-key x-clinic-key password token secret code link'.split(
      ' ',
    ),
    ...'first_name last_name dob phone_number email address zip_code medical_proxy race search_input'.split(' '),
    ...'access_token refresh_token link_token appointment_notes client_user_id message body url query'.split(' '),
  ])('does not hold %s', (name) => {
    const { log, last, all } = lines()
    log.info({ [name]: NAME, a: { [name]: { b: NAME }, list: [{ deep: { [name.toUpperCase()]: [NAME] } }] } }, 'words')
    log.child({ [name]: NAME }).info('words')
    expect(all()).not.toContain(NAME)
    expect(last()).toMatchObject({ [name]: '[redacted]', msg: 'words' })
  })

  test('keeps what says nothing of a person', () => {
    const { log, last } = lines()
    const call = {
      method: 'GET',
      route: updateUser.path.replace('{user_id}', ':id'),
      status: 502,
      fault: 'timeout',
      request_id: 'abcd1234',
      ms: 3,
    }
    log.warn(call, 'the upstream failed')
    expect(last()).toMatchObject({ ...call, level: 40, msg: 'the upstream failed' })
  })

  const request = new Request(`https://api.test/?name=${NAME}`, {
    headers: { cookie: NAME },
    method: 'POST',
    body: NAME,
  })
  const broken = Object.assign(new TypeError(NAME), { detail: NAME, input: NAME })
  test.each<[string, object]>([
    ['an error', broken],
    ['a request', request],
    ['a response', new Response(NAME, { headers: { 'set-cookie': NAME } })],
    ['headers', request.headers],
    ['an address', new URL(request.url)],
    ['a search', new URLSearchParams({ name: NAME })],
    ['a map', new Map([[NAME, NAME]])],
    ['bytes', Buffer.from(NAME)],
    ['an error of a schema', z.object({ dob: z.literal('x') }).safeParse({ dob: NAME }).error ?? broken],
    ['a thing with a message', { message: NAME, err: { message: NAME } }],
    ['what lies too deep', { a: { b: { c: { d: { e: { f: NAME } } } } } }],
    ['a function', Object.assign(() => NAME, { NAME })],
  ])('holds nothing of %s', (_, thing) => {
    const { log, all } = lines()
    log.error(thing)
    log.error(thing, 'words', NAME)
    log.error({ err: thing, res: thing, other: { thing: [thing] } }, 'words')
    Reflect.apply(log.error, log, ['words %s %o', NAME, thing])
    log.child({ err: thing }).error('words')
    expect(all().split('\n')).toHaveLength(6)
    expect(all()).not.toContain(NAME)
    expect(all()).not.toContain(String(Buffer.from(NAME)[0]).concat(',', String(Buffer.from(NAME)[1])))
  })

  test('says of an error where it came from', () => {
    const { log, last } = lines()
    log.error(broken)
    expect(last()).toMatchObject({
      error: 'TypeError',
      at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    })
  })
})

/** Runs a script in a process whose output is guarded, and gives all that it printed. */
function printedBy(script: string) {
  const guarded = `
    import { createLog, guardOutput } from '#lib/system/log/log.ts'
    guardOutput(createLog('debug'))
    ${script}`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', guarded], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const printed = stdout
    .trim()
    .split('\n')
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
  return { status, printed, output: `${stdout}${stderr}` }
}

describe('what others print', () => {
  test('becomes facts, once an error, with the reference that a person sees', () => {
    const { status, printed, output } = printedBy(`
      const error = Object.assign(new RangeError('Maren ${NAME}'), { digest: '2717437289' })
      console.error('⨯', error)
      console.error(error)
      for (const method of ['error', 'warn', 'log', 'info', 'debug', 'dir', 'table', 'trace']) console[method]('Maren ${NAME}')
      Promise.reject(error)
      Promise.reject(new TypeError('Maren ${NAME}'))
      setTimeout(() => console.info('the end'), 10)`)
    expect(output).not.toContain(NAME)
    expect(status).toBe(0)
    expect(printed[0]).toMatchObject({ level: 50, error: 'RangeError', digest: '2717437289', at: expect.any(Array) })
    expect(printed.filter(({ error }) => error)).toMatchObject([{ error: 'RangeError' }, { error: 'TypeError' }])
    expect(printed.at(-1)).toMatchObject({ level: 20, msg: 'a library printed something' })
  })

  test('uncaught exception ends the process, and says no more', () => {
    const { status, printed, output } = printedBy(`
      setTimeout(() => { throw new Error('Maren ${NAME}') })
      setTimeout(() => console.error('still there'), 1000)`)
    expect(output).not.toContain(NAME)
    expect(status).toBe(1)
    expect(printed).toMatchObject([{ level: 60, error: 'Error', msg: 'uncaught exception' }])
  })
})
