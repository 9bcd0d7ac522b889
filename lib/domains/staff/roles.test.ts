import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PERMISSION_LIST, PERMISSIONS } from '#lib/kernel/permissions.ts'
import { can, ROLE_LABELS, ROLES } from './roles.ts'

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

test('docs/security.md has the table of roles', () => {
  const rights = PERMISSION_LIST.map((permission) => ({
    label: PERMISSIONS[permission],
    cells: ROLES.map((role) => (can(role, permission) ? 'yes' : '–')),
  }))
  const groups = Map.groupBy(rights, ({ cells }) => row(cells).slice(1))
  const table = [
    row(['', ...ROLES.map((role) => ROLE_LABELS[role].label)]).replace('|  |', '| |'),
    `|${'---|'.repeat(ROLES.length + 1)}`,
    ...[...groups].map(([cells, group]) => `| ${group.map(({ label }) => label).join('<br>')} |${cells}`),
  ].join('\n')
  const [, shown] = /\n(\| \| Administrator[\s\S]*?)\n\n/.exec(readFileSync('docs/security.md', 'utf8')) ?? []
  expect(shown).toBe(table)
})
