import { expect, test } from 'vitest'
import { standingOf } from '#lib/domains/orders/status/timeline.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { chosenBy, daysProblem, followers, isSame, limitsForm, limitTexts, STUCK_GROUPS } from './stuck-groups.ts'

test('every status with a limit stands in the group of its stage, and no group is empty', () => {
  expect(STUCK_GROUPS.flatMap(({ statuses }) => statuses).sort()).toEqual(Object.keys(STUCK_DAYS).sort())
  for (const { id, statuses } of STUCK_GROUPS) {
    expect(statuses.length).toBeGreaterThan(1)
    for (const status of statuses) expect(standingOf(status, null).stage).toBe(id)
  }
})

test.each(['1', ' 14 ', '365', '007'])('%j is a limit', (text) => expect(daysProblem(text)).toBeNull())
test.each(['', '0', '366', '1.5', '-3', '5 days', '1e2', '99999'])('%j is none', (text) =>
  expect(daysProblem(text)).toMatch(/whole days, 1 to 365/),
)

test.each([{}, { with_customer: 3 }, { collecting: 9 }, { collecting: 9, transit_lab: 2, placed: 1 }])(
  '%j is what its boxes set',
  (chosen) => {
    const texts = limitTexts(chosen)
    expect(chosenBy(texts)).toEqual(chosen)
    expect(limitsForm.parse(texts)).toEqual(chosen)
    expect(isSame(texts, limitTexts({ ...chosen }))).toBe(true)
    expect(isSame(texts, limitTexts({ ...chosen, with_lab: 30 }))).toBe(false)
  },
)

test('a stage’s box changes the statuses that follow it, and no limit of a status’s own', () => {
  const saved = { with_customer: 14 }
  let texts = limitTexts(saved)
  const type = (text: string) => {
    const days = { ...texts.days, ...followers(texts, 'collecting', text, saved) }
    texts = { days, stages: { ...texts.stages, collecting: text } }
  }
  texts.days['transit_lab'] = '3'
  for (const text of ['1', '10', '10x', '10']) type(text)
  expect(texts.days).toMatchObject({ transit_customer: '10', transit_lab: '3', with_customer: '14' })
  expect(chosenBy(texts)).toEqual({ collecting: 10, transit_lab: 3, with_customer: 14 })
  type('')
  expect(chosenBy(texts)).toEqual({ transit_lab: 3 })
})

test('a box that holds no limit is named', () => {
  const texts = limitTexts({})
  const { error } = limitsForm.safeParse({
    days: { ...texts.days, ordered: '' },
    stages: { placed: 'x', with_lab: '' },
  })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['days.ordered', 'stages.placed'])
})
