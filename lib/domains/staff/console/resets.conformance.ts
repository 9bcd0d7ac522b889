/** Statements about resetting somebody's access, for every store. Run by lib/domains/staff/auth/staff-store.test.ts. */
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#lib/utils/time/durations.ts'
import type { ResetInput } from './resets.ts'
import { refused } from './staff.testing.ts'
import { createStaff } from './staff.ts'
import type { Actor, StaffChanges, StaffStore } from './store.ts'

const AT = '2026-11-22T09:30:00.000Z'
const actorOf = (id: string): Actor => ({ id, email: `${id}@clinic.test`, role: 'administrator', environments: null })

/** `open` answers an empty store each time. */
export function resetStatements(open: () => Promise<StaffStore>) {
  describe('resets', () => statements(open))
}

function statements(open: () => Promise<StaffStore>) {
  let store: StaffStore
  let events: string[]
  let now: number

  const add = (id: string, changes: StaffChanges = {}) =>
    store.change(async (tx) => {
      await tx.add({ id, email: `${id}@clinic.test`, name: id, role: 'support', environments: null })
      return tx.update(id, { activated_at: AT, ...changes })
    })
  const administrator = (id: string, changes: StaffChanges = {}) => add(id, { role: 'administrator', ...changes })
  const staff = () =>
    createStaff({
      store,
      environments: [{ id: 'sandbox' }],
      now: () => new Date(now),
      onEvent: ({ action, actor_id }) => void events.push(`${actor_id} ${action}`),
    })
  const call = <I>(by: string, input: I) => ({ actor: actorOf(by), input, request_id: 'r' })
  const reset = (by: string, staff_id: string, more: Partial<ResetInput> = {}) =>
    staff().resetAccess(call(by, { staff_id, second_factor: 'keep', ...more }))
  const decline = (by: string, staff_id: string) => staff().declineReset(call(by, { staff_id }))
  const isActive = async (id: string) => (await store.change((tx) => tx.find(id)))?.activated_at !== null

  beforeEach(async () => {
    store = await open()
    events = []
    now = Date.parse(AT)
    await administrator('ann')
    await administrator('ben')
  })

  describe('resetting somebody who is no administrator', () => {
    test('happens at once; the second factor stays unless it is to go', async () => {
      await add('sue', { second_factor: true })
      const { member, link } = await reset('ann', 'sue')
      expect([member.status, member.second_factor, link]).toEqual(['invited', true, expect.stringContaining('/setup#')])
      await add('tom', { second_factor: true })
      expect((await reset('ann', 'tom', { second_factor: 'remove' })).member.second_factor).toBe(false)
      expect(events).toEqual(['ann staff_access_reset', 'ann staff_access_reset'])
    })
  })

  describe('resetting on the server', () => {
    const resetByOperator = (email: string, second_factor: 'keep' | 'remove' = 'keep') =>
      staff().resetByOperator({ email, second_factor, request_id: 'r' })

    test('gives an administrator a link though nobody consents, on record', async () => {
      await administrator('cy', { second_factor: true })
      const { link } = await resetByOperator(' CY@clinic.test ')
      expect(link).toContain('/setup#')
      expect(await store.change((tx) => tx.find('cy'))).toMatchObject({ activated_at: null, second_factor: true })
      expect(events).toEqual(['operator staff_access_reset'])
    })

    test('removes the second factor only when that is asked for', async () => {
      await administrator('cy', { second_factor: true })
      await resetByOperator('cy@clinic.test', 'remove')
      expect(await store.change((tx) => tx.find('cy'))).toMatchObject({ second_factor: false })
    })

    test('gives nobody and somebody disabled none, and nothing is on record', async () => {
      await add('sue', { disabled_at: AT })
      await expect(resetByOperator('nobody@clinic.test')).rejects.toMatchObject({ code: 'not_found' })
      await expect(resetByOperator('sue@clinic.test')).rejects.toMatchObject({ code: 'conflict' })
      expect(events).toEqual([])
    })
  })

  describe('resetting an administrator', () => {
    test('happens at once where no third one could consent', async () => {
      expect((await reset('ann', 'ben')).link).not.toBeNull()
      expect(await isActive('ben')).toBe(false)
    })

    test('waits for a third one, who gets the link; nothing changes until then', async () => {
      await administrator('cy', { second_factor: true })
      const asked = await reset('ann', 'cy', { second_factor: 'remove' })
      expect([asked.link, asked.member.status, asked.member.reset_request]).toEqual([
        null,
        'active',
        { by: 'ann', at: AT, second_factor: 'remove', purpose: 'reset', email: null },
      ])
      // Asking again is no consent.
      expect((await reset('ann', 'cy', { second_factor: 'remove' })).link).toBeNull()
      const done = await reset('ben', 'cy', { consents_to: 'ann' })
      expect([done.link, done.member.status]).toEqual([expect.stringContaining('/setup#'), 'invited'])
      // As it was asked for, whatever the other says.
      expect([done.member.second_factor, done.member.reset_request]).toEqual([false, null])
      expect(events).toEqual(['ann staff_reset_requested', 'ann staff_reset_requested', 'ben staff_access_reset'])
    })

    test('neither the one who asked nor the one it is about can consent', async () => {
      await administrator('cy')
      await reset('ann', 'cy')
      expect(await refused(reset('cy', 'cy', { consents_to: 'ann' }))).toBe(409)
      expect((await reset('ann', 'cy', { consents_to: 'ann' })).link).toBeNull()
      expect(await isActive('cy')).toBe(true)
    })

    test('who does not know of the request has not consented; nor who means another', async () => {
      await administrator('cy')
      await reset('ann', 'cy')
      expect(await refused(reset('ben', 'cy'))).toBe(409)
      expect(await refused(reset('ben', 'cy', { consents_to: 'zoe' }))).toBe(409)
      await decline('ben', 'cy')
      expect(await refused(reset('ben', 'cy', { consents_to: 'ann' }))).toBe(409)
      expect(await isActive('cy')).toBe(true)
    })

    test('of two consents at once one goes through', async () => {
      await administrator('cy')
      await administrator('dee')
      await reset('ann', 'cy')
      const both = await Promise.all(['ben', 'dee'].map((by) => refused(reset(by, 'cy', { consents_to: 'ann' }))))
      expect(both.sort()).toEqual([409, null])
    })

    test('a request is over after a day, when it was declined or withdrawn, and when whoever asked is no administrator', async () => {
      await administrator('cy')
      await reset('ann', 'cy')
      now += DAY
      expect(await refused(reset('ben', 'cy', { consents_to: 'ann' }))).toBe(409)
      await reset('ann', 'cy')
      expect((await decline('ann', 'cy')).reset_request).toBeNull()
      expect(await refused(decline('ben', 'cy'))).toBe(409)
      await reset('ann', 'cy')
      await staff().update(call('ben', { staff_id: 'ann', role: 'support' }))
      expect(await refused(reset('ben', 'cy', { consents_to: 'ann' }))).toBe(409)
      expect(await isActive('cy')).toBe(true)
    })

    test('an accomplice who was just made an administrator can’t consent, nor who was just enabled or widened', async () => {
      await administrator('cy')
      await add('sock')
      await administrator('off', { disabled_at: AT })
      await administrator('lim', { environments: ['sandbox'] })
      await reset('ann', 'cy')
      await staff().update(call('ann', { staff_id: 'sock', role: 'administrator' }))
      await staff().update(call('ann', { staff_id: 'off', disabled: false }))
      await staff().update(call('ann', { staff_id: 'lim', environments: null }))
      for (const by of ['sock', 'off', 'lim']) expect(await refused(reset(by, 'cy', { consents_to: 'ann' }))).toBe(409)
      expect(await isActive('cy')).toBe(true)
      now += DAY
      await reset('ann', 'cy')
      expect((await reset('sock', 'cy', { consents_to: 'ann' })).link).not.toBeNull()
    })

    test('an administrator of some environments is protected alike, also when they are lowered or disabled first', async () => {
      for (const change of [{ role: 'support' as const }, { disabled: true }]) {
        const id = `lim-${Object.keys(change).join()}`
        await administrator(id, { environments: ['sandbox'] })
        expect((await reset('ann', id)).link).toBeNull()
        await decline('ann', id)
        await staff().update(call('ann', { staff_id: id, ...change }))
        if ('disabled' in change) await staff().update(call('ann', { staff_id: id, disabled: false, role: 'support' }))
        expect((await reset('ann', id)).link).toBeNull()
        expect(await isActive(id)).toBe(true)
      }
    })

    test('lowering them first is no way around it, however long ago', async () => {
      await administrator('cy')
      await staff().update(call('ann', { staff_id: 'cy', role: 'support' }))
      now += 100 * DAY
      expect((await reset('ann', 'cy')).link).toBeNull()
      expect(await isActive('cy')).toBe(true)
    })

    test.each([{ disabled: true }, { role: 'support' as const }, { environments: ['sandbox'] }])(
      'nor is taking the right to consent away from the others first: %o',
      async (change) => {
        await administrator('cy')
        await staff().update(call('ann', { staff_id: 'ben', ...change }))
        expect(await refused(reset('ann', 'cy'))).toBe(409)
        expect(await isActive('cy')).toBe(true)
        now += DAY
        expect((await reset('ann', 'cy')).link).not.toBeNull()
      },
    )

    test('a new link for somebody who was reset needs consent again', async () => {
      await administrator('cy')
      await store.change((tx) => tx.update('cy', { activated_at: AT }))
      await reset('ann', 'cy')
      await reset('ben', 'cy', { consents_to: 'ann' })
      expect((await reset('ann', 'cy')).link).toBeNull()
    })

    test('one who was only invited gets a new link at once', async () => {
      await administrator('new', { activated_at: null })
      expect((await reset('ann', 'new')).link).not.toBeNull()
    })
  })
}
