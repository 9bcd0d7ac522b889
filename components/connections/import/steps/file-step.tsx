'use client'
import { Download, FileWarning, History } from 'lucide-react'
import { FIELDS, type RecipeField } from '#components/connections/import/rows/columns.ts'
import { totalOf } from '#components/connections/import/run/batch.ts'
import type { SavedImport } from '#components/connections/import/session/saved-import.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { providerName } from '#lib/domains/connections/providers.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { DropZone } from './drop-zone.tsx'
import { saveExample } from './example-file.ts'
import { Card } from './step-layout.tsx'

const MEANINGS: Readonly<Record<RecipeField, string>> = {
  user_id: 'The user’s id here, a UUID. The user must exist already.',
  access_token: 'What the source gave for this person.',
  refresh_token: 'Renews the access token.',
  provider_id: 'The person’s account at the source.',
  expires_at: 'When the access token ends: Unix seconds, Unix milliseconds or ISO 8601.',
  oauth_scopes: 'What the person granted, separated by spaces or commas. May be missing: all then count as granted.',
}

export function FileStep() {
  const { session, state } = useImportSession()
  return (
    <div className="mx-auto grid w-full max-w-[1120px] gap-4 p-4 rail:p-6 wide:grid-cols-[minmax(0,1fr)_400px]">
      <div className="flex flex-col gap-4">
        {state.problem && (
          <Notice kind="bad" icon={FileWarning} alert>
            <p className="font-heading">{state.problem.title}</p>
            <p>{state.problem.detail}</p>
          </Notice>
        )}
        {state.record && !state.problem && <Interrupted record={state.record} />}
        <DropZone reading={state.reading} onFile={(file) => void session.choose(file)} />
        <Notice kind="info">
          <p>
            Works only for connections made with your own OAuth application, which must be set up for the source. Tokens
            stay in the memory of this tab until they are sent; they are in no download, log or browser storage.
          </p>
        </Notice>
      </div>
      <Card
        title="What the file holds"
        aside={
          <Button onPress={saveExample}>
            <Download aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Example file
          </Button>
        }
      >
        <p className="px-4 pt-3 text-ink-2">One row a connection, all of one source. Columns may have other names.</p>
        <dl className="px-4 py-3">
          {FIELDS.map((field) => (
            <div key={field} className="border-b border-line py-2 last:border-b-0">
              <dt className="font-mono text-xs font-control">
                {field}
                {field === 'oauth_scopes' && <span className="ml-2 font-sans text-ink-3">optional</span>}
              </dt>
              <dd className="text-ink-2">{MEANINGS[field]}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}

/** Of a tab that was loaded again in the middle: the tokens are gone, what was sent is known. */
function Interrupted({ record }: { record: SavedImport }) {
  const { not_sent, unknown } = totalOf(record.batches)
  return (
    <Notice kind="warn" icon={History}>
      <p className="font-heading">An import of {providerName(record.settings.provider)} was not finished</p>
      <p>
        Of{' '}
        {countOf(
          record.batches.reduce((sum, { count }) => sum + count, 0),
          'row',
        )}
        , {formatCount(not_sent)} were not sent
        {unknown > 0 && ` and ${formatCount(unknown)} had no answer`}. Choose the same file (
        {countOf(record.rows, 'row')}) to go on. Nothing is imported twice.
      </p>
    </Notice>
  )
}
