import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SourceChoice } from './source-choice.tsx'

const options = [...Array(12).keys()].map((at) => ({ slug: `source_${at}`, name: `Source ${at}`, connections: at }))

test('many sources are searched; Enter sends no form, and what was chosen stays chosen', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  const onSubmit = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <SourceChoice options={options} problem={null} chosen={['source_1']} onChange={onChange} />
      <button type="submit">Show users</button>
    </form>,
  )
  const box = screen.getByRole('textbox', { name: 'Search sources' })
  await user.type(box, 'source 7{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox', { name: /^Source 7/ }))
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  expect(onChange).toHaveBeenCalledWith(['source_1', 'source_7'])
  await user.type(box, 'x')
  expect(screen.getByText('No source has this name.')).toBeTruthy()
})

test('few sources need no search', () => {
  render(<SourceChoice options={options.slice(0, 8)} problem={null} chosen={[]} onChange={() => {}} />)
  expect(screen.queryByRole('textbox')).toBeNull()
})
