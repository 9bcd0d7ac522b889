/** The rules of staff, run over every store and seen through it. Run by lib/domains/staff/auth/staff-store.test.ts. */
import { beforeEach, describe, expect, test } from 'vitest'
import { staffMember } from '#lib/domains/staff/staff.ts'
import type { ResetInput } from './resets.ts'
import { AT, peopleIn, refused } from './staff.testing.ts'
import { createStaff, type StaffEvent } from './staff.ts'
import type { Actor, StaffStore } from './store.ts'

const ENVIRONMENTS = [{ id: 'production' }, { id: 'sandbox' }]
const BOSS: Actor = { id: 'boss', email: 'boss@clinic.test', role: 'administrator', environments: null }
const LIMITED: Actor = { id: 'lim', email: 'lim@clinic.test', role: 'administrator', environments: ['sandbox'] }
const request_id = 'request-1'

/** `open` answers an empty store each time. */
export function staffRuleStatements(open: () => Promise<StaffStore>) {
  describe('the rules of staff', () => {
    let store: StaffStore
    let events: StaffEvent[]
    let staff: ReturnType<typeof createStaff>
    const { added, found, administrator } = peopleIn(() => store)
    beforeEach(async () => {
      store = await open()
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
      expect((await staff.whoEnters('sandbox')).has('ann')).toBe(false)
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
      expect([...(await staff.whoEnters('sandbox')).keys()].sort()).toEqual(['ann', 'boss', 'cid', 'lim'])
      await update({ staff_id: 'cid', role: 'read_only' })
      const workers = await staff.whoEnters('sandbox', 'orders:triage')
      expect([workers.has('cid'), workers.has('boss')]).toEqual([false, true])
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
      ['an email address that is taken', 409, () => invite('BOSS@clinic.test')],
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
