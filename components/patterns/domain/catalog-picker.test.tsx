import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { type CatalogOption, CatalogPicker } from './catalog-picker.tsx'

afterEach(cleanup)

const A = '00000000-0000-4000-a000-000000000101'
const B = '00000000-0000-4000-a000-000000000102'
const OTHER = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const TESTS: CatalogOption[] = [
  { id: A, name: 'Comprehensive wellness', aside: 'Calder Reference Lab' },
  { id: B, name: 'Lipid and A1c' },
]
const LABS: CatalogOption[] = [
  { id: '1', name: 'Calder Reference Lab' },
  { id: '12', name: 'Sandpiper Home Testing' },
]

interface Case {
  kind: 'lab' | 'lab_test'
  options: readonly CatalogOption[] | null
  problem?: string | null
}

function Page({ kind, options, problem = null, onGiven }: Case & { onGiven: (id: string | null) => void }) {
  const [value, setValue] = useState<string | null>(null)
  const change = (id: string | null) => {
    onGiven(id)
    setValue(id)
  }
  return (
    <CatalogPicker
      kind={kind}
      label="Which"
      options={options}
      optionsProblem={problem}
      value={value}
      onChange={change}
      anyLabel="Any of them"
    />
  )
}

function picker(shown: Case) {
  const given: (string | null)[] = []
  renderPage(<Page {...shown} onGiven={(id) => given.push(id)} />)
  return { given, box: screen.getByRole('combobox', { name: 'Which' }), user: userEvent.setup() }
}

test('a name is chosen by typing a part of it; emptied, it is none again', async () => {
  const { given, box, user } = picker({ kind: 'lab_test', options: TESTS })
  await user.type(box, 'lip')
  await user.click(await screen.findByRole('option', { name: /Lipid and A1c/ }))
  expect(given).toEqual([B])
  expect(box).toHaveProperty('value', 'Lipid and A1c')
  await user.clear(box)
  expect(given).toEqual([B, null])
  await user.click(await screen.findByRole('option', { name: /Comprehensive/ }))
  expect(given).toEqual([B, null, A])
})

test('a pasted id is taken at once, in any wrapping, known or not; a malformed one is explained and not taken', async () => {
  const { given, box, user } = picker({ kind: 'lab_test', options: TESTS })
  await user.click(box)
  await user.paste(` "${A.toUpperCase()}",`)
  expect(given).toEqual([A])
  expect(box).toHaveProperty('value', 'Comprehensive wellness')
  await user.clear(box)
  await user.paste(`<${OTHER}>`)
  expect(given.at(-1)).toBe(OTHER)
  expect(box).toHaveProperty('value', OTHER)
  await user.clear(box)
  await user.paste(OTHER.slice(1))
  await screen.findAllByText(/32 digits, and this has 31/)
  await user.tab()
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  expect(given.at(-1)).toBeNull()
})

test('what matches and is not chosen is not taken when the box is left; a whole name is', async () => {
  const { given, box, user } = picker({ kind: 'lab_test', options: TESTS })
  await user.type(box, 'compre')
  await screen.findByRole('option', { name: /Comprehensive/ })
  await user.tab()
  await screen.findByText(/No lab test has this name\. Choose one from the list/)
  expect(given).toEqual([])
  await user.click(box)
  await user.keyboard('lipid and a1C')
  await user.tab()
  expect(given).toEqual([B])
  await user.click(box)
  await user.keyboard(A.slice(0, -1))
  await screen.findByRole('option', { name: /Comprehensive/ })
  await user.tab()
  await screen.findByText(/32 digits, and this has 31/)
  expect(given).toEqual([B])
  expect(box).toHaveProperty('value', 'Lipid and A1c')
})

test('the number of a lab is taken by Enter and by leaving the box, also one without a name', async () => {
  const { given, box, user } = picker({ kind: 'lab', options: LABS })
  await user.type(box, '12{Enter}')
  expect(given).toEqual(['12'])
  expect(box).toHaveProperty('value', 'Sandpiper Home Testing')
  await user.clear(box)
  await user.type(box, '77')
  await screen.findByRole('option', { name: /Lab 77.*not in the catalog/ })
  await user.tab()
  expect(given.at(-1)).toBe('77')
})

test('without names it says why, and takes an id', async () => {
  const { given, box, user } = picker({
    kind: 'lab_test',
    options: null,
    problem: 'We couldn’t reach the console.',
  })
  screen.getByText(/The names didn’t load\. We couldn’t reach the console\. Paste an ID\./)
  await user.click(box)
  await user.paste(A)
  expect(given).toEqual([A])
})
