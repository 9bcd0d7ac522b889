import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAt, countyLabel } from './details.ts'
import { distanceTo, isInside, nearnessTo, simplify, splitBy } from './lines.ts'
import { towns } from './sources.ts'

test('counties are called as people call them, and cities that are counties by their town alone', () => {
  expect(
    [
      ['17031', 'Cook'],
      ['22071', 'Orleans'],
      ['02020', 'Anchorage'],
      ['72127', 'San Juan'],
      ['51510', 'Alexandria'],
      ['51059', 'Fairfax'],
      ['29510', 'St. Louis'],
      ['11001', 'District of Columbia'],
    ].map(([id = '', name = '']) => countyLabel(id, name)),
  ).toEqual(['Cook County', 'Orleans Parish', 'Anchorage', 'San Juan Municipio', null, 'Fairfax County', null, null])
})

test('a cell is named by its south-west corner', () => {
  expect([cellAt([-87.62, 41.88]), cellAt([-84, 40]), cellAt([-84.001, 39.999])]).toEqual([
    'w090n40',
    'w084n40',
    'w090n35',
  ])
})

test('towns are those that people know as towns', () => {
  const names = towns().map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['New York City', 'Los Angeles', 'Chicago'])
  expect(names).toEqual(expect.arrayContaining(['Brooklyn', 'Evanston', 'Levittown', 'Miles City', 'San Juan']))
  for (const section of ['Flatbush', 'South Chicago', 'Chicago Loop', 'Maryvale']) expect(names).not.toContain(section)
})

const degree = fc.double({ min: -10, max: 10, noNaN: true })
const line = fc.array(fc.tuple(degree, degree), { minLength: 2, maxLength: 30 })

test('a simplified line keeps its ends and stays within the tolerance', () => {
  fc.assert(
    fc.property(line, fc.double({ min: 0.01, max: 3, noNaN: true }), (points, tolerance) => {
      const simple = simplify(points, tolerance)
      expect([simple[0], simple.at(-1)]).toEqual([points[0], points.at(-1)])
      for (const point of points) {
        const distances = simple.slice(1).map((end, index) => distanceTo(point, simple[index] ?? end, end))
        expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance + 1e-9)
      }
    }),
  )
})

test('pieces of a split line make the line again', () => {
  fc.assert(
    fc.property(line, (points) => {
      const pieces = splitBy(points, ([x = 0]) => x > 0)
      expect(pieces.flatMap(({ line: piece }, index) => (index === 0 ? piece : piece.slice(1)))).toEqual(points)
      for (const [index, { key }] of pieces.slice(1).entries()) expect(key).not.toBe(pieces[index]?.key)
    }),
  )
})

test('near is within reach of any line, inside is by the even-odd rule', () => {
  const isNear = nearnessTo(
    [
      [
        [0, 0],
        [3, 0],
      ],
    ],
    0.1,
  )
  expect([isNear([1.5, 0.09]), isNear([1.5, 0.11]), isNear([3.05, 0]), isNear([4, 0])]).toEqual([
    true,
    false,
    true,
    false,
  ])
  const [outline, hole] = [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ],
  ]
  expect([
    isInside([3, 3], [outline, hole]),
    isInside([1.5, 1.5], [outline, hole]),
    isInside([5, 1], [outline, hole]),
  ]).toEqual([true, false, false])
})
