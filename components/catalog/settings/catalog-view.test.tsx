import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listSettingChanges } from '#lib/domains/audit/setting-changes.ts'
import { type CatalogEntry, listCatalog, removeCatalogEntry, saveCatalogEntries } from '#lib/domains/catalog/catalog.ts'
import { CatalogView } from './catalog-view.tsx'

const A = '00000000-0000-4000-a000-000000000101'
const B = '00000000-0000-4000-a000-000000000102'
let entries: CatalogEntry[] = []
let removed: string[] = []
let refuse: string | null = null

beforeEach(() => {
  entries = [
    { kind: 'lab', id: '1', name: 'Calder', lab_id: null, origin: 'seed' },
    { kind: 'lab_test', id: A, name: 'Lipids', lab_id: '1', origin: 'learned' },
  ]
  removed = []
  refuse = null
  server.use(
    mock(at(listSettingChanges, { environment: 'test', setting: 'catalog' }), () =>
      HttpResponse.json({ changes: [], next: null }),
    ),
    mock(at(listCatalog, { environment: 'test' }), () => HttpResponse.json({ entries, methods: [] })),
    mock(at(saveCatalogEntries, { environment: 'test' }), async ({ request }) => {
      const { entries: sent } = saveCatalogEntries.body.parse(await request.json())
      if (refuse) return HttpResponse.json({ detail: refuse }, { status: 409 })
      const known = new Map(entries.map((one) => [one.id, one]))
      const added = sent.filter(({ id }) => !known.has(id)).length
      for (const one of sent) known.set(one.id, { ...one, lab_id: null, origin: 'person' })
      entries = [...known.values()]
      return HttpResponse.json({ added, changed: sent.length - added, unchanged: 0 })
    }),
    mock(at(removeCatalogEntry, { environment: 'test' }), ({ params }) => {
      removed.push(`${params.kind} ${params.id}`)
      entries = entries.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(cleanup)

function show(mayWrite = true) {
  renderPage(<CatalogView environment="test" mayWrite={mayWrite} failure={null} />)
  return userEvent.setup()
}
const table = (name: string) => screen.findByRole('table', { name })
const names = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

test('an entry is added, named anew and removed; what is wrong is said at its field', async () => {
  const user = show()
  expect(names(await table('Lab tests'))).toEqual(['Lipids'])
  screen.getByText('Calder', { selector: 'td *' })

  await user.click(screen.getByRole('button', { name: 'Add' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add to the catalog' })
  await user.click(within(dialog).getByRole('textbox', { name: 'ID' }))
  await user.paste(B.slice(1))
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  await within(dialog).findByText(/Not a UUID/)
  within(dialog).getByText(/Enter a name/)
  await user.type(within(dialog).getByRole('textbox', { name: 'ID' }), '{Home}0')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Thyroid')
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  await waitFor(async () => expect(names(await table('Lab tests'))).toEqual(['Lipids', 'Thyroid']))

  await user.click(screen.getByRole('button', { name: 'Change Thyroid' }))
  const change = await screen.findByRole('dialog', { name: 'Change lab test' })
  refuse = 'The catalog holds 5,000 entries.'
  await user.clear(within(change).getByRole('textbox', { name: 'Name' }))
  await user.type(within(change).getByRole('textbox', { name: 'Name' }), 'Thyroid check{Enter}')
  expect((await within(change).findByRole('alert')).textContent).toBe(refuse)
  refuse = null
  await user.click(within(change).getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(names(await table('Lab tests'))).toEqual(['Lipids', 'Thyroid check']))

  await user.click(screen.getByRole('button', { name: 'Remove Lipids' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(async () => expect(names(await table('Lab tests'))).toEqual(['Thyroid check']))
  expect(removed).toEqual([`lab_test ${A}`])
})

test('a file is looked at before it is imported, and only what can be used is', async () => {
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import into the catalog' })
  const give = (text: string) =>
    user.upload(within(dialog).getByLabelText('Catalog file'), new File([text], 'names.csv', { type: 'text/csv' }))
  await give('what,else\n1,2')
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/Missing: kind, id, name/)
  await give(`kind,id,name\nlab,1,Calder Lab\nlab,2,Tamrook\nlab,x,Nowhere\nlab_test,${A},Lipids`)
  await within(dialog).findByText('4 rows: 1 skipped, 1 changed, 1 new, 1 unchanged')
  within(dialog).getByText(/whole number/)
  within(dialog).getByText('now “Calder”')
  await user.click(within(dialog).getByRole('button', { name: 'Import 2 entries' }))
  await waitFor(async () => expect(names(await table('Labs'))).toEqual(['Calder Lab', 'Tamrook']))
})

test('it is searched by name and id; who may not change it sees it all the same', async () => {
  const user = show(false)
  await table('Labs')
  expect(screen.queryByRole('button', { name: /Add|Import|Change|Remove/ })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Name or ID' }), 'a000{Enter}')
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Labs' })).toBeNull())
  expect(names(await table('Lab tests'))).toEqual(['Lipids'])
  screen.getByText('1 match')
})

test('an import that its page didn’t live to finish is said at the next visit', async () => {
  window.localStorage.setItem('catalog_import.test', '1500')
  const user = show()
  await table('Lab tests')
  screen.getByText(/^An import from this browser was cut off: 1,500 entries were not saved\./)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/was cut off/)).toBeNull()
})
