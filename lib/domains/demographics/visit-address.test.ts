import { expect, test } from 'vitest'
import { type NoVisit, whyNoVisit } from './visit-address.ts'

const DENVER = { city: 'Denver', state: 'CO', zip: '80205' }

test.each<[first: string, second: string | null, NoVisit | null]>([
  ['2715 Stout St', null, null],
  ['One Main Street', 'Apt 4B', null],
  ['RR 2 Box 152', null, null],
  ['N6W23001 Bluemound Road', null, null],
  ['PO Box 12', null, 'po_box'],
  ['P.O. Box #12', null, 'po_box'],
  ['p o box 12', '', 'po_box'],
  ['Post Office Box 9', null, 'po_box'],
  ['POB 44', null, 'po_box'],
  ['Box 44', null, 'po_box'],
  ['PO Box 12', 'Apt 3', 'po_box'],
  ['P.O.\u00a0Box\u200b 12', null, 'po_box'],
  ['ＰＯ Ｂｏｘ １２', null, 'po_box'],
  ['P. O. B. 12', null, 'po_box'],
  ['P0 Box 12', null, 'po_box'],
  ['PO-Box 12', null, 'po_box'],
  ['POBox 12', null, 'po_box'],
  ['Postoffice Box 12', null, 'po_box'],
  ['Apartado 88', null, 'po_box'],
  ['P/O Box 12', null, 'po_box'],
  ['PO BOX12', null, 'po_box'],
  ['P. Box 12', null, 'po_box'],
  ['Apdo. Postal 34', null, 'po_box'],
  ['Buzón 12', null, 'po_box'],
  ['12 PO Boxwood Rd', null, null],
  ['GPO Box 12', null, 'po_box'],
  ['Postbox 12', null, 'po_box'],
  ['Lock Box #12', null, 'po_box'],
  ['Apt. Postal 12', null, 'po_box'],
  ['12 Mailbox Peak Rd', null, null],
  ['Caller 12', null, 'po_box'],
  ['Urb. Las Gladiolas, 150 Calle A', null, null],
  ['150 Calle A', 'URB Las Gladiolas', null],
  ['Cond. Mar Azul', 'Apt 3', null],
  ['12 Box Elder Rd', null, null],
  ['1 Post Office Rd', null, null],
  ['2715 Stout St', 'PO Box 12', null],
  ['PO Box 12', '2715 Stout St', null],
  ['2715 Stout St, PO Box 12', null, null],
  ['Poboxton Lane 4', null, null],
  ['PSC 802 Box 74', null, 'military'],
  ['Unit 2050 Box 4190', null, 'military'],
  ['General Delivery', null, 'no_street'],
  ['Apt 4B', null, 'no_street'],
  ['Suite 200', '#12', 'no_street'],
  ['2715', null, 'no_street'],
  ['', null, 'no_street'],
])('%s / %s: %s', (first, second, why) => {
  expect(whyNoVisit({ lines: [first, second], ...DENVER })).toBe(why)
})

test.each([
  { city: 'APO', state: 'AE', zip: '09012' },
  { city: 'F.P.O.', state: null, zip: null },
  { city: 'DPO AA', state: null, zip: null },
  { city: null, state: 'ap', zip: null },
  { city: null, state: 'Armed Forces Pacific', zip: null },
  { city: 'ＡＰＯ', state: null, zip: null },
  { city: 'Denver', state: 'CO', zip: '96201-1234' },
])('a military post office is told by city, state or ZIP: %j', (place) => {
  expect(whyNoVisit({ lines: ['2715 Stout St'], ...place })).toBe('military')
})

test.each(['Apopka', 'Apollo', 'Fpovich'])('%s is a town', (city) => {
  expect(whyNoVisit({ lines: ['2715 Stout St'], ...DENVER, city })).toBeNull()
})
