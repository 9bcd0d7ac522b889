import { expect, test } from 'vitest'
import { readDates, readTypedDay } from './typed-dates.ts'

const TODAY = '2026-11-26'

test.each([
  '1986-05-24',
  '05/24/1986',
  '5/24/1986',
  '05-24-1986',
  '05.24.1986',
  '24.05.1986',
  '24/05/1986',
  '19860524',
  '05241986',
  '1986/5/24',
  '1986.05.24',
  '05 24 1986',
  'May 24, 1986',
  'May 24 1986',
  'may 24th, 1986',
  '24 May 1986',
  '24-May-1986',
  '24MAY1986',
  '24th of May, 1986',
  '1986 May 24',
  ' 05 / 24 / 1986 ',
  '5/24/1986 0:00',
  '5/24/1986 12:00:00 AM',
  '5/24/1986, 12:00:00 AM',
  '1986-05-24 00:00:00',
  '1986-05-24T00:00:00.000Z',
  '1986-05-24T00:00:00-05:00',
  '1986-05-24T05:00:00.000Z',
  '24 May 1986 00:00:00 GMT',
  '1986-05-24Z',
  '1986-05-24-05:00',
  '19860524000000',
  '19860524T000000Z',
  '05/24/1986 (age 40)',
  'Sat May 24 1986 00:00:00 GMT-0700 (Mountain Standard Time)',
])('%j is one day', (text) => {
  expect(readTypedDay(text, TODAY)).toEqual({ day: '1986-05-24' })
  expect(readDates(`Ann ${text} Lee`).dates.map(({ days }) => days)).toEqual([['1986-05-24']])
})

test.each([
  ['03/07/88', { choices: ['1988-03-07'] }],
  ['03/07/24', { choices: ['1924-03-07', '2024-03-07'] }],
  ["3/7/'88", { choices: ['1988-03-07'] }],
  ['7 Mar ’88', { choices: ['1988-03-07'] }],
  ['03.07.1988', { choices: ['1988-07-03', '1988-03-07'] }],
  ['03/07/1988', { day: '1988-03-07' }],
  ['Sat, May 24, 1986', { day: '1986-05-24' }],
  ['DOB: 5/24/1986.', { day: '1986-05-24' }],
  ['"5/24/1986"', { day: '1986-05-24' }],
  ['3/7/1988 (38 y.o.)', { day: '1988-03-07' }],
  ['03/07/1988, age 38', { day: '1988-03-07' }],
  ['7 Mar 1988 (38)', { day: '1988-03-07' }],
  ['00/07/1988', { problem: 'Enter a month from 1 to 12 and a day from 1 to 31.' }],
  ['88-03-07', { problem: 'Enter the year with four digits.' }],
  ['March 1988', null],
  ['1986-05-24T15:00:00.000Z', null],
  ['32208', { problem: 'This may be a spreadsheet’s number for 1988-03-06. Enter that date if it’s right.' }],
  ['85004', null],
  ['02/29/2027', { problem: '29 February isn’t in 2027.' }],
  ['31 April 1990', { problem: '31 April isn’t in 1990.' }],
  ['13/32/1990', { problem: 'Enter a month from 1 to 12 and a day from 1 to 31.' }],
  ['02/29/2000', { day: '2000-02-29' }],
  ['yesterday', null],
  ['713-555-0199', null],
  ['', null],
])('%j is %j', (text, read) => {
  expect(readTypedDay(text, TODAY)).toEqual(read)
})

test.each([
  '588ccf49-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  '2345-7',
  '602-555-0143',
  '1986-05',
  'March 1988',
  'M-20931-7',
  '10/2026',
])('%j holds no date', (text) => {
  expect(readDates(text)).toEqual({ dates: [], rest: text })
})
