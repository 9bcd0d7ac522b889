import { describe, expect, test } from 'vitest'
import { auditSearch } from '#lib/domains/audit/audit.ts'
import { AUDIT, type AuditFilters, type AuditPlace, scopeOf, toAuditQuery } from './audit-filters.ts'

const filtersOf = (search: string | Record<string, string>) => AUDIT.read(new URLSearchParams(search)).place.filters
const asked = (filters: Partial<AuditFilters>, show: AuditPlace['show'] = null) => ({
  filters: { ...AUDIT.none, ...filters },
  show,
})

describe('AUDIT', () => {
  test('takes what can be used and leaves the rest', () => {
    const filters = filtersOf(
      'who=7f9c&environment=staging-eu&action=list_orders&outcome=refused&from=2026-11-01&to=2026-02-31&subject= 8A5FC03D-41b9-4ed2-87c6-19f0a3e7d25b ',
    )
    expect(filters).toEqual({
      who: '7f9c',
      environment: 'staging-eu',
      action: 'list_orders',
      outcome: 'refused',
      from: '2026-11-01',
      to: null,
      subject: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
    })
  })

  test.each([
    ['8a5fc03d…d25b', '8a5fc03d…d25b'],
    ['8A5FC03D-41b9', '8a5fc03d41b9'],
    [
      'https://console.test/sandbox/users/8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b/history',
      '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
    ],
    ['d25', null],
  ])('of %j the subject is %j', (typed, subject) => {
    expect(filtersOf({ subject: typed }).subject).toBe(subject)
  })

  test('a name or an email address is no filter: it has no place in an address', () => {
    expect(filtersOf('who=ann@clinic.test&subject=Theo Lindqvist&outcome=maybe')).toEqual(AUDIT.none)
  })
})

describe('toAuditQuery', () => {
  test('what was done to staff is asked for with what was refused', () => {
    expect(toAuditQuery(asked({ action: 'staff_updated' }), 'UTC')).toEqual({
      action: ['staff_updated', 'update_staff'],
    })
  })

  test('nothing asked for is nothing sent', () => {
    expect(toAuditQuery(asked({}), 'UTC')).toEqual({})
  })

  test.each([
    ['America/Denver', '2026-11-21', '2026-11-21T07:00:00.000Z', '2026-11-22T06:59:59.999Z'],
    ['Asia/Tokyo', '2026-11-21', '2026-11-20T15:00:00.000Z', '2026-11-21T14:59:59.999Z'],
    ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    // The day on which clocks go back has 25 hours, the one on which they go forward 23.
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['Europe/Berlin', '2028-02-29', '2028-02-28T23:00:00.000Z', '2028-02-29T22:59:59.999Z'],
  ])('in %s the day %s lasts from %s to %s', (zone, day, from, to) => {
    expect(toAuditQuery(asked({ from: day, to: day }), zone)).toEqual({ from, to })
  })

  test('a group asks for all of its actions, refused calls among them', () => {
    const names = (action: string) => toAuditQuery(asked({ action }), 'UTC').action
    expect(names('group-access')).toEqual(expect.arrayContaining(['sign_in', 'update_staff']))
    const users = ['create_user', 'delete_user', 'undo_delete_user', 'update_user', 'update_user_info']
    const data = [
      ...users,
      'refresh_directory',
      'check_connections',
      'check_operations',
      'expunge_event_body',
      'send_wearables',
    ]
    expect(names('group-data')).toEqual(data)
    expect(names('group-of-nothing')).toEqual(['group-of-nothing'])
  })

  test('a history asks for changes alone, unless the address asks for everything or for one action', () => {
    const place = (search: string) => AUDIT.read(new URLSearchParams(search)).place
    const query = (search: string, subject?: string) => toAuditQuery(scopeOf(place(search), subject), 'UTC')
    expect(query('', 'x')).toEqual({ subject: 'x', changes: true })
    expect(query('show=all', 'x')).toEqual({ subject: 'x' })
    expect(query('action=list_users', 'x')).toEqual({ subject: 'x', action: ['list_users'] })
    expect(AUDIT.write(place('show=all&who=a')).toString()).toBe('who=a&show=all')
    expect(AUDIT.isFiltered(place('show=all').filters)).toBe(false)
  })

  test('the log asks for everything but views, and for everything where something is filtered', () => {
    const query = (search: string) =>
      toAuditQuery(scopeOf(AUDIT.read(new URLSearchParams(search)).place, undefined), 'UTC')
    const { action = [], ...others } = query('')
    expect(others).toEqual({})
    expect(action).toEqual(expect.arrayContaining(['sign_in', 'update_staff', 'staff_updated']))
    expect(action.filter((name) => /^(?:list|get|search)_/.test(name))).toEqual([])
    expect(query('action=everything')).toEqual({})
    expect(query('who=a')).toEqual({ actor_id: 'a' })
    expect(query('who=a&action=acts')).toEqual({ actor_id: 'a', action })
  })

  test('what is sent is what the endpoint takes', () => {
    const filters = asked({
      who: 'a1',
      environment: 'sandbox',
      action: 'sign_in',
      outcome: 'done',
      from: '2026-11-01',
      to: '2026-11-02',
      subject: 'x',
    })
    const query = toAuditQuery(filters, 'America/Denver')
    expect(auditSearch.safeParse(query).success).toBe(true)
    expect(query).toMatchObject({
      actor_id: 'a1',
      environment: 'sandbox',
      action: ['sign_in'],
      outcome: ['done'],
      subject: 'x',
    })
  })
})
