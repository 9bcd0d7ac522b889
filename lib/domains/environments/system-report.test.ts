import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#lib/config.ts'
import { reportText, retentionOf } from './system-report.ts'

test('docs/operations.md has the table of retention, with the defaults', () => {
  const rows = retentionOf(readConfig({})).map(
    ({ data, kept, setting }) => `| ${data} | ${kept} | ${setting === null ? '' : `\`${setting}\` `}|`,
  )
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(
    `| data | kept | setting |\n|---|---|---|\n${rows.join('\n')}\n\n`,
  )
})

test('the text of a report marks what needs somebody', () => {
  const checks = [
    { label: 'Version', value: '1.0.0', action: null },
    { label: 'Free space', value: '3 MB', action: 'Free space.' },
  ]
  expect(reportText({ made_at: '2026-11-28T06:00:00.000Z', checks, retention: [] }).split('\n')).toEqual([
    'As of 2026-11-28T06:00:00.000Z',
    '  Version     1.0.0',
    '! Free space  3 MB',
    '              → Free space.',
  ])
})
