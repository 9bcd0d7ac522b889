/**
 * Statements about renaming and removing people, and changing their email address, for every store.
 * Run by lib/domains/staff/auth/staff-store.test.ts.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { AT, peopleIn, refused } from './staff.testing.ts'
import { createStaff } from './staff.ts'
import type { Actor, StaffStore } from './store.ts'

const actorOf = (id: string): Actor => ({ id, email: `${id}@clinic.test`, role: 'administrator', environments: null })

/** `open` answers an empty store each time. */
export function accountStatements(open: () => Promise<StaffStore>) {
  describe('names, email addresses and removal', () => {
    let store: StaffStore
    let events: string[]
    let staff: ReturnType<typeof createStaff>
    const { added, found, administrator } = peopleIn(() => store)
    beforeEach(async () => {
      store = await open()
      events = []
      staff = createStaff({
        store,
        environments: [{ id: 'sandbox' }],
        now: () => new Date(AT),
        onEvent: ({ action, actor_id, subjects }) => void events.push(`${actor_id} ${action} ${subjects}`),
      })
      await administrator('ann')
      await administrator('ben')
      await added({ id: 'sue' }, { activated_at: AT })
    })

    const call = <I>(by: string, input: I) => ({ actor: actorOf(by), input, request_id: 'r' })
    const remove = (by: string, staff_id: string, consents_to?: string) =>
      staff.remove(call(by, { staff_id, consents_to }))
    const email = (by: string, staff_id: string, address: string, consents_to?: string) =>
      staff.changeEmail(call(by, { staff_id, email: address, consents_to }))

    test('a new name is on record; the same name is not', async () => {
      expect((await staff.update(call('ann', { staff_id: 'sue', name: 'Sue Tate' }))).name).toBe('Sue Tate')
      await staff.update(call('ann', { staff_id: 'sue', name: 'Sue Tate' }))
      expect(events).toEqual(['ann staff_renamed sue'])
    })

    test('a new email address counts at once, and an open link stops working', async () => {
      await store.change((tx) => tx.makeLink('sue'))
      expect((await email('ann', 'sue', 'Sue.Tate@clinic.test')).email).toBe('sue.tate@clinic.test')
      expect((await store.linkExpiries()).has('sue')).toBe(false)
      await email('ann', 'sue', 'SUE.tate@clinic.test')
      expect(events).toEqual(['ann staff_email_changed sue'])
    })

    test('somebody who is no administrator is removed at once', async () => {
      expect(await remove('ann', 'sue')).toEqual({ member: null })
      expect([await found('sue'), events]).toEqual([null, ['ann staff_removed sue']])
      expect(await refused(remove('ann', 'sue'))).toBe(404)
    })

    test('an administrator is removed with the consent of a third one', async () => {
      await administrator('cy')
      expect((await remove('ann', 'cy')).member?.reset_request).toMatchObject({ by: 'ann', purpose: 'removal' })
      expect(await refused(remove('cy', 'cy', 'ann'))).toBe(409)
      expect(await refused(remove('ben', 'cy'))).toBe(409)
      expect((await remove('ann', 'cy')).member).not.toBeNull()
      expect(await found('cy')).not.toBeNull()
      expect(await remove('ben', 'cy', 'ann')).toEqual({ member: null })
      expect(await found('cy')).toBeNull()
      expect(events.at(-1)).toBe('ben staff_removed cy')
    })

    test('an administrator gets another email address with the consent of a third one, to the address that was asked for', async () => {
      await administrator('cy')
      const { email: before, reset_request } = await email('ann', 'cy', 'new@clinic.test')
      expect([before, reset_request?.purpose, reset_request?.email]).toEqual([
        'cy@clinic.test',
        'email',
        'new@clinic.test',
      ])
      expect(await refused(email('ben', 'cy', 'other@clinic.test', 'ann'))).toBe(409)
      expect(await refused(remove('ben', 'cy', 'ann'))).toBe(409)
      expect(
        await refused(staff.resetAccess(call('ben', { staff_id: 'cy', second_factor: 'keep', consents_to: 'ann' }))),
      ).toBe(409)
      const after = await email('ben', 'cy', 'new@clinic.test', 'ann')
      expect([after.email, after.reset_request]).toEqual(['new@clinic.test', null])
      expect(events).toEqual(['ann staff_email_change_requested cy', 'ben staff_email_changed cy'])
    })

    test('the other of two administrators is removed at once, the last one never', async () => {
      expect(await remove('ann', 'ben')).toEqual({ member: null })
      const limited: Actor = { ...actorOf('lim'), environments: ['sandbox'] }
      await added({ id: 'lim', role: 'administrator', environments: ['sandbox'] }, { activated_at: AT })
      expect(await refused(staff.remove({ actor: limited, input: { staff_id: 'ann' }, request_id: 'r' }))).toBe(403)
      expect(await refused(staff.remove(call('zoe', { staff_id: 'ann' })))).toBe(409)
      expect(await found('ann')).not.toBeNull()
    })

    test('a pending request is declined like that for a reset', async () => {
      await administrator('cy')
      await remove('ann', 'cy')
      expect((await staff.declineReset(call('ben', { staff_id: 'cy' }))).reset_request).toBeNull()
      expect(await refused(remove('ben', 'cy', 'ann'))).toBe(409)
    })

    test.each<[string, number, () => Promise<unknown>]>([
      ['removing oneself', 409, () => remove('ann', 'ann')],
      ['changing the own email address', 409, () => email('ann', 'ann', 'new@clinic.test')],
      ['an email address that is taken', 409, () => email('ann', 'sue', 'BEN@clinic.test')],
      ['somebody who is not there', 404, () => email('ann', 'nobody', 'new@clinic.test')],
      [
        'a role that does not manage staff',
        403,
        () =>
          staff.remove({ actor: { ...actorOf('ann'), role: 'support' }, input: { staff_id: 'sue' }, request_id: 'r' }),
      ],
    ])('%s: %i, and nothing is on record', async (_, status, attempt) => {
      expect(await refused(attempt())).toBe(status)
      expect(events).toEqual([])
    })

    test('a role needs a second factor once an administrator of all environments says so', async () => {
      const change = (required: boolean, actor = actorOf('ann')) =>
        staff.changeSignInRule({ actor, input: { role: 'support', required }, request_id: 'r' })
      const required = (rules: Awaited<ReturnType<typeof change>>) =>
        rules.second_factor.flatMap((rule) => (rule.required ? [rule.role] : []))
      expect(required(await staff.signInRules({ actor: actorOf('ann') }))).toEqual([])
      expect(required(await change(true))).toEqual(['support'])
      await change(true)
      expect(required(await change(false))).toEqual([])
      expect(events).toEqual(['ann sign_in_rule_changed ', 'ann sign_in_rule_changed '])
      expect(await refused(change(true, { ...actorOf('lim'), environments: ['sandbox'] }))).toBe(403)
    })

    test('what the configuration requires can’t be taken back', async () => {
      const strict = createStaff({ store, environments: [], fixed_factor_roles: ['support'], onEvent: () => undefined })
      const { second_factor } = await strict.signInRules({ actor: actorOf('ann') })
      expect(second_factor.find(({ role }) => role === 'support')).toEqual({
        role: 'support',
        required: true,
        fixed: true,
      })
      const input = { role: 'support', required: false } as const
      expect(await refused(strict.changeSignInRule({ actor: actorOf('ann'), input, request_id: 'r' }))).toBe(409)
    })

    test('the list says when the link of an invited person expires', async () => {
      const { member, expires_at } = await staff.invite(
        call('ann', { email: 'new@clinic.test', name: 'New', role: 'support' as const, environments: null }),
      )
      expect(member.link_expires_at).toBe(expires_at)
      const { staff: list } = await staff.list({ actor: actorOf('ann') })
      expect(list.find(({ id }) => id === member.id)?.link_expires_at).toBe(expires_at)
      expect(list.find(({ id }) => id === 'sue')?.link_expires_at).toBeNull()
    })
  })
}
