/** Statements about staff, for every store: the rules are run over it, and seen through it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { staffMember } from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { ResetInput } from './resets.ts'
import { createStaff, type StaffEvent } from './staff.ts'
import type { Actor, NewStaff, StaffChanges, StaffRecord, StaffStore } from './store.ts'

const ENVIRONMENTS = [{ id: 'production' }, { id: 'sandbox' }]
const AT = '2026-11-22T09:30:00.000Z'
const BOSS: Actor = { id: 'boss', email: 'boss@clinic.test', role: 'administrator', environments: null }
const LIMITED: Actor = { id: 'lim', email: 'lim@clinic.test', role: 'administrator', environments: ['sandbox'] }
const request_id = 'request-1'

/** `open` answers an empty store each time. */
export function staffStatements(open: () => Promise<StaffStore>) {
  describe('staff', () => statements(open))
}

function statements(open: () => Promise<StaffStore>) {
  let store: StaffStore
  beforeEach(async () => {
    store = await open()
  })

  const added = (person: Partial<NewStaff> & Pick<NewStaff, 'id'>, changes: StaffChanges = {}) =>
    store.change(async (tx) => {
      const email = `${person.id}@clinic.test`
      await tx.add({ email, name: person.id, role: 'support', environments: null, ...person })
      return tx.update(person.id, changes)
    })
  const found = (id: string) => store.change((tx) => tx.find(id))
  const administrator = (id: string, changes: StaffChanges = {}) =>
    added({ id, role: 'administrator' }, { activated_at: AT, ...changes })

  describe('the store', () => {
    test('an invited person is found as the list has them, with the e-mail address in lower case', async () => {
      const person = await store.change((tx) =>
        tx.add({ id: 'ann', email: 'Ann@Clinic.test', name: 'Ann', role: 'support', environments: ['sandbox'] }),
      )
      expect(person).toEqual({
        id: 'ann',
        email: 'ann@clinic.test',
        name: 'Ann',
        role: 'support',
        environments: ['sandbox'],
        activated_at: null,
        disabled_at: null,
        second_factor: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        last_seen_at: null,
        administrator_until: null,
        administrator_since: null,
        reset_request: null,
      })
      expect(await found('ann')).toEqual(person)
      expect(await store.list()).toEqual([person])
      expect(await found('bob')).toBeNull()
    })

    test('one person an e-mail address, in any case; the change goes on after that', async () => {
      await added({ id: 'ann' })
      const again = { id: 'bob', email: 'ANN@clinic.test', name: 'Ann', role: 'support', environments: null } as const
      const [taken, other] = await store.change(async (tx) => [
        await tx.add(again),
        await tx.add({ ...again, email: 'bob@clinic.test' }),
      ])
      expect(taken).toBe('taken')
      expect(other).toMatchObject({ id: 'bob', email: 'bob@clinic.test' })
      expect((await store.list()).map(({ id }) => id)).toEqual(['ann', 'bob'])
    })

    test('an id is used once', async () => {
      await added({ id: 'ann' })
      await expect(added({ id: 'ann', email: 'other@clinic.test' })).rejects.toThrow()
      expect((await store.list()).map(({ email }) => email)).toEqual(['ann@clinic.test'])
    })

    test('the list is in the order of code points', async () => {
      for (const id of ['b', 'a-c', 'ab', 'a.b', '😀', '\uffee']) await added({ id })
      expect((await store.list()).map(({ id }) => id)).toEqual(['a-c', 'a.b', 'ab', 'b', '\uffee', '😀'])
    })

    test('an update changes what it names, and answers the person as they are then', async () => {
      const before = await added({ id: 'ann', environments: ['sandbox'] })
      const changes = { role: 'read_only', environments: null, activated_at: AT, second_factor: true } as const
      const after = await store.change((tx) => tx.update('ann', changes))
      expect(after).toEqual({ ...before, ...changes })
      expect(await store.change((tx) => tx.update('ann', { disabled_at: AT }))).toEqual({ ...after, disabled_at: AT })
      expect(await store.change((tx) => tx.update('ann', { disabled_at: null }))).toEqual(after)
      expect(await found('ann')).toEqual(after)
      await expect(store.change((tx) => tx.update('bob', { role: 'support' }))).rejects.toThrow()
    })

    test('what is read is a copy', async () => {
      const person = await added({ id: 'ann', environments: ['sandbox'] })
      person.environments?.push('production')
      expect(await found('ann')).toMatchObject({ environments: ['sandbox'] })
    })

    test('nothing of a change that throws is kept', async () => {
      await added({ id: 'ann' })
      const broken = store.change(async (tx) => {
        await tx.update('ann', { role: 'administrator' })
        await tx.add({ id: 'bob', email: 'bob@clinic.test', name: 'Bob', role: 'support', environments: null })
        throw new Error('broken')
      })
      await expect(broken).rejects.toThrow('broken')
      expect((await store.list()).map(({ id, role }) => [id, role])).toEqual([['ann', 'support']])
    })

    test('an administrator counts who is active, enabled and in all environments', async () => {
      const besides = (id: string) => store.change((tx) => tx.hasAdministrator([id]))
      await added({ id: 'ann' }, { activated_at: AT })
      await administrator('invited', { activated_at: null })
      await administrator('disabled', { disabled_at: AT })
      await administrator('limited', { environments: ['sandbox'] })
      expect(await besides('nobody')).toBe(false)
      await administrator('boss')
      expect(await besides('nobody')).toBe(true)
      expect(await besides('boss')).toBe(false)
    })

    test('every link is another one, good for a week', async () => {
      await added({ id: 'ann' })
      const make = () => store.change((tx) => tx.makeLink('ann'))
      const before = Date.now()
      const [first, second] = [await make(), await make()]
      expect(first.link).toMatch(/^http:\/\/console\.test\/setup#[\w-]{43}$/)
      expect(second.link).not.toBe(first.link)
      const days = (Date.parse(first.expires_at) - before) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(7)
      expect(days).toBeLessThan(7.01)
    })
  })

  describe('the rules', () => {
    let events: StaffEvent[]
    let staff: ReturnType<typeof createStaff>
    beforeEach(async () => {
      events = []
      staff = createStaff({ store, environments: ENVIRONMENTS, onEvent: (event) => void events.push(event) })
      await administrator(BOSS.id)
    })

    const update = (input: Parameters<typeof staff.update>[0]['input'], actor = BOSS) =>
      staff.update({ actor, input, request_id })
    const reset = (staff_id: string, actor = BOSS, more: Partial<ResetInput> = {}) =>
      staff.resetAccess({ actor, input: { staff_id, second_factor: 'keep', ...more }, request_id })
    const invite = (email: string, environments: string[] | null = null, actor = BOSS) =>
      staff.invite({ actor, input: { email, name: 'New', role: 'support', environments }, request_id })
    const actions = () => events.map(({ action }) => action)
    const statuses = async () => {
      const { staff: list } = await staff.list({ actor: BOSS })
      return Object.fromEntries(list.map((member) => [staffMember.parse(member).id, member.status]))
    }

    test('inviting answers the member and a link, and is on record', async () => {
      const call = { email: 'New@clinic.test', name: 'New', role: 'support', environments: ['sandbox'] } as const
      const input = { ...call, environments: [...call.environments] }
      const { member, link } = await staff.invite({ actor: BOSS, input, request_id, newId: () => 'new-1' })
      expect(member).toMatchObject({ id: 'new-1', email: 'new@clinic.test', status: 'invited', second_factor: false })
      expect(link).toContain('/setup#')
      expect(events).toEqual([
        {
          action: 'staff_invited',
          actor_id: BOSS.id,
          actor_email: BOSS.email,
          role: 'administrator',
          subjects: ['new-1'],
          outcome: 'done',
          request_id,
        },
      ])
    })

    test('disabling and enabling, in the status and on record', async () => {
      await added({ id: 'ann' }, { activated_at: AT })
      expect((await update({ staff_id: 'ann', disabled: true })).status).toBe('disabled')
      const disabled_at = (await found('ann'))?.disabled_at
      await update({ staff_id: 'ann', disabled: true, role: 'read_only' })
      expect(await found('ann')).toMatchObject({ disabled_at, role: 'read_only' })
      expect((await update({ staff_id: 'ann', disabled: false })).status).toBe('active')
      expect(actions()).toEqual(['staff_disabled', 'staff_updated', 'staff_enabled'])
    })

    test('a reset makes an invited person, without a second factor where it is to go', async () => {
      await added({ id: 'ann' }, { activated_at: AT, second_factor: true })
      const { member, link } = await reset('ann', BOSS, { second_factor: 'remove' })
      expect(member).toMatchObject({ id: 'ann', status: 'invited', second_factor: false })
      expect(link).toContain('/setup#')
      expect(actions()).toEqual(['staff_access_reset'])
    })

    test('someone limited to some environments sees who shares one, and nothing of the others', async () => {
      await added({ id: 'ann', environments: ['sandbox', 'production'] })
      await added({ id: 'bob', environments: ['production'] })
      await added({ id: 'cid' })
      await added({ id: LIMITED.id, environments: ['sandbox'] })
      const { staff: list } = await staff.list({ actor: LIMITED })
      expect(list.map(({ id, environments }) => [id, environments])).toEqual([
        ['ann', ['sandbox']],
        ['lim', ['sandbox']],
      ])
      expect(await staff.visibleTo(LIMITED)).toEqual(['ann', 'lim'])
      expect((await staff.list({ actor: BOSS })).staff).toHaveLength(5)
    })

    test('the last administrator remains, also where two take the role from each other at once', async () => {
      expect(await refused(update({ staff_id: 'boss', role: 'support' }))).toBe(409)
      await administrator('ann')
      const ann = { ...BOSS, id: 'ann' }
      const both = [update({ staff_id: 'ann', role: 'support' }), update({ staff_id: 'boss', role: 'support' }, ann)]
      expect((await Promise.all(both.map(refused))).sort()).toEqual([409, null])
    })

    test.each<[string, number, () => Promise<unknown>]>([
      ['an e-mail address that is taken', 409, () => invite('BOSS@clinic.test')],
      ['an environment that does not exist', 422, () => invite('new@clinic.test', ['moon'])],
      ['a person who does not exist', 404, () => update({ staff_id: 'nobody', role: 'support' })],
      ['disabling oneself', 409, () => update({ staff_id: 'boss', disabled: true })],
      ['resetting oneself', 409, () => reset('boss')],
      ['resetting a disabled person', 409, () => reset('off')],
      ['inviting beyond the own environments', 403, () => invite('new@clinic.test', null, LIMITED)],
      ['changing someone of all environments', 403, () => update({ staff_id: 'boss', role: 'support' }, LIMITED)],
      ['inviting to an environment of others', 403, () => invite('new@clinic.test', ['production'], LIMITED)],
      ['inviting to none that exists', 403, () => invite('new@clinic.test', ['moon'], LIMITED)],
      ['a role that does not manage staff', 403, () => invite('new@clinic.test', null, { ...BOSS, role: 'support' })],
    ])('%s: %i, nothing changes and nothing is on record', async (_, status, call) => {
      await administrator('off', { disabled_at: AT })
      const before = await statuses()
      expect(await refused(call())).toBe(status)
      expect(await statuses()).toEqual(before)
      expect(events).toEqual([])
    })
  })
}

/** The status of a refusal; null where the call went through. */
export async function refused(call: Promise<unknown>): Promise<ApiError['status'] | null> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error !== null && !(error instanceof ApiError)) throw error
  return error?.status ?? null
}

/** Someone on a sample list. */
export function sampleStaff(id: string, changes: Partial<StaffRecord> = {}): StaffRecord {
  return {
    id,
    email: `${id}@clinic.test`,
    name: id,
    role: 'support',
    environments: null,
    activated_at: AT,
    disabled_at: null,
    second_factor: true,
    created_at: AT,
    last_seen_at: null,
    administrator_until: null,
    administrator_since: null,
    reset_request: null,
    ...changes,
  }
}
