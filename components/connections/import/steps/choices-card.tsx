'use client'
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import type { CheckSummary } from '#components/connections/import/rows/check-table.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { Card } from './step-layout.tsx'

/** What becomes of rows that could go either way. Only what the file has is asked. */
export function ChoicesCard({ summary, settings }: { summary: CheckSummary | null; settings: Settings }) {
  const { session } = useImportSession()
  const { expired = 0, duplicate = 0 } = summary?.by_code ?? {}
  if (expired === 0 && duplicate === 0) return null
  return (
    <Card title="Choices">
      <div className="flex flex-col gap-3 px-4 py-3">
        {expired > 0 && (
          <SelectField
            label={`${countOf(expired, 'row')} with an expired access token`}
            value={settings.expired}
            onChange={(value) => void session.configure({ expired: value === 'send' ? 'send' : 'leave_out' })}
          >
            <option value="send">Import, the refresh token is tried</option>
            <option value="leave_out">Leave out</option>
          </SelectField>
        )}
        {duplicate > 0 && (
          <SelectField
            label={`${countOf(duplicate, 'row')} for a user who is there twice`}
            value={settings.duplicates}
            onChange={(value) => void session.configure({ duplicates: value === 'first' ? 'first' : 'last' })}
            hint="A user has one connection of a source, so one row of each user is used."
          >
            <option value="first">Use the first row of each user</option>
            <option value="last">Use the last row of each user</option>
          </SelectField>
        )}
      </div>
    </Card>
  )
}
