import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderPage } from '#components/testing/render.tsx'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { FormDialog } from './form-dialog.tsx'
import { FormField } from './form-field.tsx'
import { useApiForm } from './use-api-form.ts'

const schema = z.object({ name: z.string().min(1, 'Enter a name.'), zip: z.string().regex(/^\d*$/, 'Digits only.') })
const FIELDS = [
  { path: 'name', label: 'Name' },
  { path: 'zip', label: 'ZIP' },
] as const

const send = vi.fn<(body: z.output<typeof schema>) => Promise<string>>()
const onSent = vi.fn()

function Example() {
  const api = useApiForm({ schema, defaultValues: { name: '', zip: '' }, fields: FIELDS, send, onSent })
  return (
    <FormDialog api={api} title="Example" confirm="Save it" onClose={() => undefined}>
      <FormField control={api.form.control} name="name" label="Name" />
      <FormField control={api.form.control} name="zip" label="ZIP" />
    </FormDialog>
  )
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Save it' }))
const failed = (facts: Partial<ConstructorParameters<typeof RequestError>[0]>) =>
  new RequestError({ kind: 'http', call: 'POST /x', detail: 'Refused.', ...facts })

beforeEach(() => {
  send.mockReset()
  onSent.mockReset()
  renderPage(<Example />)
})

test('sends nothing while a field is wrong, and leads to the first one', async () => {
  await press()
  await waitFor(() => expect(document.activeElement).toBe(box('Name')))
  expect(box('Name').getAttribute('aria-invalid')).toBe('true')
  const described = box('Name').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Enter a name.')
  expect(send).not.toHaveBeenCalled()
})

test('says nothing of a box that was left as it was', async () => {
  await userEvent.click(box('Name'))
  await userEvent.tab()
  expect(screen.queryByText('Enter a name.')).toBeNull()
})

test('sends once, however often the button is pressed meanwhile', async () => {
  let answer: (text: string) => void = () => undefined
  send.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await userEvent.type(box('Name'), 'Ada{Enter}{Enter}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(send).toHaveBeenCalled())
  expect(screen.getByRole('button', { name: /^Save it/ }).textContent).toBe('Save it is in progress')
  answer('kept')
  await waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('kept', { name: 'Ada', zip: '' }))
  expect(send).toHaveBeenCalledTimes(1)
})

test('what was refused holds only while the value is the same', async () => {
  send.mockRejectedValue(
    failed({ status: 422, issues: [{ loc: ['body', 'zip'], msg: 'No such ZIP.', type: 'value' }] }),
  )
  await userEvent.type(box('Name'), 'Ada')
  await userEvent.type(box('ZIP'), '99999{Enter}')
  expect(await screen.findByText('No such ZIP.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(box('ZIP')))
  await userEvent.type(box('ZIP'), '1')
  expect(screen.queryByText('No such ZIP.')).toBeNull()
  await userEvent.type(box('ZIP'), '{Backspace}')
  expect(screen.getByText('No such ZIP.')).toBeTruthy()
})

test.each([
  ['a conflict', failed({ status: 409, detail: 'Somebody changed it.' }), 'Somebody changed it.'],
  ['a lost connection', failed({ kind: 'network', detail: 'Not reached.' }), 'Not reached.'],
  ['an unknown field', failed({ issues: [{ loc: ['body', 'else'], msg: 'Odd.', type: 'value' }] }), 'Odd.'],
])('%s is said aloud for the whole form, until it is sent again', async (_, error, words) => {
  send.mockRejectedValueOnce(error).mockResolvedValueOnce('kept')
  await userEvent.type(box('Name'), 'Ada{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  await press()
  await waitFor(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull()
})
