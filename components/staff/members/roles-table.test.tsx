import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { can, ROLE_LABELS, ROLES } from '#lib/domains/staff/roles.ts'
import { PERMISSION_LIST, PERMISSIONS } from '#lib/kernel/permissions.ts'
import { RolesTable } from './roles-table.tsx'

test('the table is the contract’s, cell by cell', () => {
  render(<RolesTable own="support" />)
  const table = screen.getByRole('table', { name: 'Permissions of each role' })
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Permission',
    ...ROLES.map((role) => `${ROLE_LABELS[role].label}${role === 'support' ? 'Yours' : ''}`),
  ])
  const rows = within(table).getAllByRole('row').slice(1)
  const shown = rows.map((row) => [
    within(row).getByRole('rowheader').textContent,
    ...within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ])
  const expected = PERMISSION_LIST.map((permission) => [
    PERMISSIONS[permission],
    ...ROLES.map((role) => (can(role, permission) ? 'Yes' : 'No')),
  ])
  expect(shown).toEqual(expected)
})

test('on a phone each permission names the roles that have it', () => {
  const { container } = render(<RolesTable own={null} />)
  const lines = [...container.querySelectorAll('dl > div')].map((line) => [
    line.querySelector('dt')?.textContent,
    line.querySelector('dd')?.textContent,
  ])
  const expected = PERMISSION_LIST.map((permission) => [
    PERMISSIONS[permission],
    ROLES.filter((role) => can(role, permission))
      .map((role) => ROLE_LABELS[role].label)
      .join(', '),
  ])
  expect(lines).toEqual(expected)
})
