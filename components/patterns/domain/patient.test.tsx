/** Every place that shows a person of an order takes them from one rule, which names the patient and not the recipient. */
import { readdirSync, readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { PatientLine, patientText, RowPatient } from './patient.tsx'

/** Files that may read an order's recipient: the rule, and those that store, find, sort or write the field as such. */
const READERS = [
  'components/orders/list/export/orders-export.ts',
  'components/shell/palette/entries.ts',
  'components/shell/palette/reasons.ts',
  'lib/domains/orders/order.ts',
  'lib/domains/orders/patient.ts',
  'lib/domains/orders/stuck/stuck-orders.ts',
  'lib/domains/webhooks/examples.ts',
  'lib/service/search-keys.ts',
]

test('no screen, dialog, print or row reads the recipient past the rule', () => {
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|testing|conformance)\.tsx?$|^lib\/sandbox\//.test(file),
  )
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('receiver_name')).sort()).toEqual(READERS)
})

const order = makeOrder({ patient_address: { receiver_name: 'Ann Moss' }, patient_details: { dob: '1990-05-01' } })
const PLACES = {
  row: <RowPatient environment="sandbox" order={order} birth />,
  line: <PatientLine environment="sandbox" order={order} />,
  toast: <>{patientText('sandbox', order)}</>,
}

test.each(Object.entries(PLACES))(
  'the %s names the patient with the birth date, and says who only receives',
  async (name, place) => {
    let reads = 0
    const info = { first_name: 'Ada', last_name: 'Moss', email: 'ada@example.test', phone_number: '+13035550148' }
    server.use(
      mock(getLatestUserInfo, () => {
        reads += 1
        return HttpResponse.json({ ...info, gender: 'female', dob: '1982-02-03', address: {} })
      }),
    )
    const { container } = renderPage([place, place].map((each, at) => <div key={String(at)}>{each}</div>))
    expect(container.textContent).toContain('Recipient Ann Moss')
    expect(await screen.findAllByText('Ada Moss')).toHaveLength(2)
    expect(container.textContent).toContain('3 Feb 1982')
    expect(container.textContent).not.toContain('Recipient')
    expect(container.textContent?.includes('Ships to Ann Moss')).toBe(name !== 'toast')
    expect(reads).toBe(1)
  },
)
