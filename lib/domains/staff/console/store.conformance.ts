/** Conformance of staff stores. Run by lib/domains/staff/auth/staff-store.test.ts. */
import { beforeEach, describe, expect, test } from 'vitest'
import { AT, peopleIn } from './staff.testing.ts'
import type { StaffStore } from './store.ts'

/** `open` answers an empty store each time. */
export function staffStoreStatements(open: () => Promise<StaffStore>) {
  describe('the store of staff', () => {
    let store: StaffStore
    beforeEach(async () => {
      store = await open()
    })
    const { added, found, administrator } = peopleIn(() => store)

    test('an invited person is found as the list has them, with the email address in lower case', async () => {
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

    test('one person an email address, in any case; the change goes on after that', async () => {
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

    test('an email address is taken by anyone else who has it, in any case', async () => {
      await added({ id: 'ann' })
      await added({ id: 'ben' })
      const taken = (email: string) => store.change((tx) => tx.isTaken(email, 'ann'))
      expect([await taken('BEN@clinic.test'), await taken('ann@clinic.test'), await taken('new@clinic.test')]).toEqual([
        true,
        false,
        false,
      ])
      const changed = await store.change((tx) => tx.update('ann', { name: 'Anna', email: 'New@clinic.test' }))
      expect([changed.name, changed.email]).toEqual(['Anna', 'new@clinic.test'])
    })

    test('whoever is removed is gone with their link, and the email address is free again', async () => {
      await added({ id: 'ann' })
      await store.change((tx) => tx.makeLink('ann'))
      await store.change((tx) => tx.remove('ann'))
      expect([await found('ann'), await store.list(), (await store.linkExpiries()).size]).toEqual([null, [], 0])
      expect((await added({ id: 'ann-2', email: 'ann@clinic.test' })).email).toBe('ann@clinic.test')
    })

    test('when a link expires is known until it is dropped', async () => {
      await added({ id: 'ann' })
      const { expires_at } = await store.change((tx) => tx.makeLink('ann'))
      expect(await store.linkExpiries()).toEqual(new Map([['ann', expires_at]]))
      await store.change((tx) => tx.dropLinks('ann'))
      expect((await store.linkExpiries()).size).toBe(0)
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
}
