import { describe, expect, test } from 'vitest'
import { type AuditedCall, AuditUnavailable } from '#lib/console/audit-port.ts'
import type { AuditStore, NewAuditEntry } from '#lib/domains/audit/console/store.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { createAudit, outcomeOf } from './audit.ts'

const USER = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const CALL: AuditedCall = {
  actor: { id: 's1', email: 'ada@clinic.test', role: 'support' },
  environment: 'production',
  action: 'update_user',
  subjects: [USER],
  request_id: 'request-1',
}

/** A log that takes as many entries as it is told to, and a clock that steps by 5 ms. */
function opened(room = Number.POSITIVE_INFINITY) {
  const memory = createMemoryConsoleStore()
  const rows: NewAuditEntry[] = []
  const failures: unknown[] = []
  const store: AuditStore = {
    ...memory,
    async appendAudit(entry) {
      if (rows.length >= room) throw new Error('disk full')
      rows.push(entry)
      return memory.appendAudit(entry)
    },
  }
  let time = Date.parse('2026-11-21T08:00:00Z')
  const now = () => {
    time += 5
    return new Date(time)
  }
  const audit = createAudit({ store, now, onError: (failure) => failures.push(failure) })
  const seen = async () => (await store.searchAudit({ limit: 100 }, null)).entries
  const wait = (milliseconds: number) => {
    time += milliseconds
  }
  return { audit, rows, failures, seen, wait }
}

const answering = (status: number) => async () => Response.json({ name: 'Jane' }, { status })

describe('a read', () => {
  test('of a page that refreshes by itself adds no entry for an hour, unless it shows somebody new', async () => {
    const { audit, rows, wait } = opened()
    const showing =
      (...ids: string[]) =>
      async (about: (ids: string[], how: 'shown') => void) => {
        about(ids, 'shown')
        return Response.json({})
      }
    const url = 'http://localhost/api/orders?page=1'
    const list = { ...CALL, action: 'list_orders', subjects: [], plainRead: { url, isUnattended: false } }
    const refresh = { ...list, plainRead: { url, isUnattended: true } }
    await audit.read(list, showing('o1', 'o2'))
    await audit.read(refresh, showing('o2', 'o1'))
    expect(rows).toHaveLength(1)
    await audit.read(list, showing('o1', 'o2'))
    await audit.read({ ...refresh, masked: true }, showing('o1', 'o2'))
    await audit.read({ ...refresh, actor: { id: 's2', email: null, role: 'support' } }, showing('o1', 'o2'))
    await audit.read(refresh, showing('o1', 'o2', 'o3'))
    await audit.read(refresh, answering(403))
    await audit.read(refresh, answering(403))
    await audit.read({ ...refresh, plainRead: { url: `${url}&status=x`, isUnattended: true } }, showing('o1', 'o2'))
    expect(rows).toHaveLength(8)
    // Answers that name nobody, and reads that aren't plain.
    for (const call of [refresh, { ...refresh, subjects: [USER], plainRead: undefined }]) {
      await audit.read(call, answering(200))
      await audit.read(call, answering(200))
    }
    expect(rows).toHaveLength(12)
    wait(3_600_000)
    await audit.read(refresh, showing('o1', 'o2'))
    expect(rows).toHaveLength(13)
  })

  test('is one entry, there before the answer is handed over', async () => {
    const { audit, rows, seen } = opened()
    let during = -1
    const response = await audit.read(CALL, async () => {
      during = rows.length
      return Response.json({ name: 'Jane' })
    })
    expect(await response.json()).toEqual({ name: 'Jane' })
    expect(during).toBe(0)
    expect(await seen()).toEqual([
      {
        id: 1,
        at: '2026-11-21T08:00:00.005Z',
        actor_id: 's1',
        actor_email: 'ada@clinic.test',
        role: 'support',
        environment: 'production',
        action: 'update_user',
        subjects: [USER],
        listed: false,
        masked: false,
        outcome: 'done',
        status: 200,
        request_id: 'request-1',
        duration: 5,
      },
    ])
  })

  test('that cannot be recorded shows nothing', async () => {
    const { audit, failures } = opened(0)
    const response = await audit.read(CALL, answering(200))
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(text).toContain('This couldn’t be recorded in the audit log, so nothing was shown or changed')
    expect(text).not.toContain('Jane')
    expect(failures).toEqual([
      { error: new Error('disk full'), action: 'update_user', environment: 'production', request_id: 'request-1' },
    ])
  })

  test('that throws is an entry too, and still throws', async () => {
    const { audit, seen } = opened()
    const broken = audit.read(CALL, () => Promise.reject(new Error('bug')))
    await expect(broken).rejects.toThrow('bug')
    expect(await seen()).toMatchObject([{ outcome: 'failed', status: null }])
  })

  test('that throws where nothing can be recorded throws its own error', async () => {
    const { audit, failures } = opened(0)
    await expect(audit.read(CALL, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(failures).toHaveLength(1)
  })
})

describe('a change', () => {
  test('is announced before it is made and ended after it, and reads as one entry', async () => {
    const { audit, rows, seen } = opened()
    const stages: (string | undefined)[] = []
    await audit.change(CALL, async () => {
      stages.push(...rows.map(({ outcome }) => outcome))
      return Response.json({})
    })
    expect(stages).toEqual(['started'])
    expect(rows).toMatchObject([
      { outcome: 'started', status: null, completes: null, request_id: 'request-1' },
      { outcome: 'done', status: 200, completes: 1, request_id: 'request-1', at: rows[0]?.at },
    ])
    expect(await seen()).toMatchObject([{ id: 2, outcome: 'done' }])
  })

  test('that cannot be announced is not made', async () => {
    const { audit } = opened(0)
    let made = false
    const response = await audit.change(CALL, async () => {
      made = true
      return Response.json({})
    })
    expect(made).toBe(false)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain(
      'This couldn’t be recorded in the audit log, so nothing was shown or changed',
    )
  })

  test('whose end cannot be recorded keeps its answer and says so; the announcement stays', async () => {
    const { audit, seen } = opened(1)
    const response = await audit.change(CALL, answering(200))
    expect(response.status).toBe(503)
    const text = await response.text()
    expect(text).toContain('Check before you try again')
    expect(text).not.toContain('Jane')
    expect(await seen()).toMatchObject([{ outcome: 'started' }])
  })

  test('under way when the process dies leaves its trace', async () => {
    const { audit, seen } = opened()
    let made = () => {}
    const reached = new Promise<void>((resolve) => {
      made = resolve
    })
    void audit.change(CALL, () => {
      made()
      return new Promise(() => {})
    })
    await reached
    expect(await seen()).toMatchObject([{ outcome: 'started', action: 'update_user', subjects: [USER] }])
  })

  test('that throws has failed', async () => {
    const { audit, seen } = opened()
    await expect(audit.change(CALL, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(await seen()).toMatchObject([{ outcome: 'failed', status: null }])
  })

  test('may learn whom it was about; each is named once', async () => {
    const { audit, rows } = opened()
    await audit.change(CALL, async (about) => {
      about([USER, 'new-one'])
      return new Response(null, { status: 204 })
    })
    expect(rows.map(({ subjects }) => subjects)).toEqual([[USER], [USER, 'new-one']])
  })
})

describe('what is over', () => {
  test('is recorded with the end it had, also where nobody is signed in', async () => {
    const { audit, seen } = opened()
    const call = { ...CALL, actor: null, environment: null, action: 'sign_in_failed', subjects: [] }
    await audit.record(call, { outcome: 'refused', status: null })
    const nobody = { actor_id: null, actor_email: null, role: null, environment: null }
    expect(await seen()).toMatchObject([{ ...nobody, action: 'sign_in_failed', outcome: 'refused', status: null }])
  })

  test('throws where it cannot be recorded', async () => {
    const { audit } = opened(0)
    await expect(audit.record(CALL, { outcome: 'done', status: null })).rejects.toThrow(AuditUnavailable)
  })
})

test.each([
  [200, 'done'],
  [202, 'done'],
  [204, 'done'],
  [400, 'refused'],
  [403, 'refused'],
  [429, 'refused'],
  [499, 'failed'],
  [500, 'failed'],
  [502, 'failed'],
  [504, 'failed'],
  [null, 'failed'],
])('an answer of %s is %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome)
})
