'use client'
import { History } from 'lucide-react'
import { useState } from 'react'
import { countRows } from '#components/connections/import/run/batch.ts'
import type { FileFacts } from '#components/connections/import/session/import-engine.ts'
import type { SavedImport } from '#components/connections/import/session/saved-import.ts'
import { canResume, missingFields } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { providerSlug } from '#lib/domains/connections/connection.ts'
import { KNOWN_PROVIDERS, providerKind } from '#lib/domains/connections/providers.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { FileCard } from './file-drop.tsx'
import { MappingCard } from './mapping-card.tsx'
import { Card, Footer } from './step-layout.tsx'

const OFFERED = KNOWN_PROVIDERS.filter(({ kind }) => kind === 'cloud_oauth')
const OTHER = '-'

interface ProviderFieldProps {
  value: string
  onChange: (slug: string) => void
}

/** The set of sources is open: one that is not in the list can be named by its slug. */
function ProviderField({ value, onChange }: ProviderFieldProps) {
  const isOffered = OFFERED.some(({ slug }) => slug === value)
  const [isOther, setOther] = useState(value !== '' && !isOffered)
  const [typed, setTyped] = useState(isOffered ? '' : value)
  const type = (slug: string) => {
    setTyped(slug)
    onChange(providerSlug.safeParse(slug).success ? slug : '')
  }
  const wrong = typed !== '' && !providerSlug.safeParse(typed).success
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Source"
        value={isOther ? OTHER : value}
        onChange={(choice) => {
          setOther(choice === OTHER)
          if (choice === OTHER) type(typed)
          else onChange(choice)
        }}
        hint="One import is for one source. Only sources with cloud OAuth can be imported."
      >
        <option value="" disabled>
          Choose a source
        </option>
        {OFFERED.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
        <option value={OTHER}>Another source, by slug</option>
      </SelectField>
      {isOther && (
        <>
          <Field
            label="Source slug"
            value={typed}
            onChange={type}
            verbatim
            autoComplete="off"
            inputClassName="font-mono"
            isInvalid={wrong}
            validationBehavior="aria"
            hint="As the service writes it: lower-case letters, digits and _."
          />
          {typed !== '' && !wrong && <Unsure slug={typed} />}
        </>
      )}
    </div>
  )
}

function Unsure({ slug }: { slug: string }) {
  const kind = providerKind(slug)
  if (kind === 'cloud_oauth') return null
  return (
    <Notice kind="warn">
      <p>
        {kind === null
          ? 'This console doesn’t know this source. If the service doesn’t either, it refuses the first batch and nothing is imported.'
          : 'This source has no cloud OAuth. The service will probably refuse the first batch, and nothing will be imported.'}
      </p>
    </Notice>
  )
}

/** Which source the file is about, and which column holds what. */
export function ColumnsStep({ file }: { file: FileFacts }) {
  const { session, state } = useImportSession()
  const { provider } = state.settings
  const missing = missingFields(state.settings)
  return (
    <>
      <div className="flex-1">
        <div className="grid w-full max-w-[1120px] items-start gap-4 p-4 rail:p-6 wide:grid-cols-[400px_minmax(0,1fr)]">
          <div className="flex flex-col gap-4">
            {state.saved && canResume(state) && <ResumeNotice saved={state.saved} />}
            <FileCard file={file} />
            <Card title="Source" className="pb-4">
              <div className="px-4 pt-3">
                <ProviderField value={provider} onChange={(slug) => void session.configure({ provider: slug })} />
              </div>
            </Card>
          </div>
          <MappingCard file={file} settings={state.settings} preview={state.preview} />
        </div>
      </div>
      <Footer text={<p>{nextTask(provider, missing)}</p>}>
        <Button onPress={() => session.reset()}>Back</Button>
        <Button look="primary" isDisabled={provider === '' || missing.length > 0} onPress={() => void session.check()}>
          Check {countOf(file.rows, 'row')}
        </Button>
      </Footer>
    </>
  )
}

function nextTask(provider: string, missing: readonly string[]) {
  if (provider === '') return 'Choose the source.'
  if (missing.length > 0) return `Choose the column of ${missing.join(', ')}.`
  return 'Nothing is sent yet. First we check the rows.'
}

/** The same file as before the tab was reloaded. */
function ResumeNotice({ saved }: { saved: SavedImport }) {
  const { session } = useImportSession()
  const { connected, failed, queued, unknown, not_sent } = countRows(saved.batches)
  return (
    <Notice kind="warn" icon={History}>
      <p className="font-heading">This file was being imported</p>
      <p>
        <span>
          {countOf(connected + failed + queued, 'row was', 'rows were')} taken, {formatCount(not_sent)} not sent
        </span>
        {unknown > 0 && `, ${formatCount(unknown)} without a reply`}
        <span>. Resuming checks what arrived and sends only the rest.</span>
      </p>
      <div className="mt-2.5">
        <Button look="primary" onPress={() => void session.resumeSaved()}>
          Resume import
        </Button>
      </div>
    </Notice>
  )
}
