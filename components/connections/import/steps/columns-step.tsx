import clsx from 'clsx'
import { Check, ChevronDown, CircleAlert, History, Minus } from 'lucide-react'
import { useState } from 'react'
import { countRows } from '#components/connections/import/rows/batch.ts'
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import type { ExpiryFacts } from '#components/connections/import/rows/check-table.ts'
import {
  EXPIRY_FORMS,
  EXPIRY_LABELS,
  FIELDS,
  REQUIRED_FIELDS,
  type RecipeField,
  type Sample,
} from '#components/connections/import/rows/columns.ts'
import type { FileFacts, Preview } from '#components/connections/import/session/import-engine.ts'
import { canResume, missingFields, type SavedImport } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Icon } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Field } from '#components/ui/field/field.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import { providerSlug } from '#lib/domains/connections/connection.ts'
import { KNOWN_PROVIDERS, providerKind } from '#lib/domains/connections/providers.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { FileCard } from './file-drop.tsx'
import { Card, Footer } from './step-layout.tsx'

const OFFERED = KNOWN_PROVIDERS.filter(({ kind }) => kind === 'cloud_oauth')
const OTHER = '-'

/** The set of sources is open: one that is not in the list can be named by its slug. */
function ProviderField({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
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
        <Options of={OFFERED.map(({ slug, name }) => [slug, name])} />
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

interface MappingCardProps {
  file: FileFacts
  settings: Settings
  preview: Preview | null
}

function MappingCard({ file, settings: { mapping, expiry }, preview }: MappingCardProps) {
  const { session } = useImportSession()
  const matched = FIELDS.filter((field) => mapping[field] !== null).length
  const choose = (field: RecipeField, column: number | null) => {
    const next = { ...mapping, [field]: column }
    // A column holds one field: the field that had it loses it.
    for (const other of FIELDS) if (other !== field && column !== null && next[other] === column) next[other] = null
    void session.configure({ mapping: next })
  }
  return (
    <Card
      title="Match columns"
      aside={
        <span className="text-ink-3">
          {matched} of {FIELDS.length} matched
        </span>
      }
    >
      <div
        aria-hidden="true"
        className="grid grid-cols-2 gap-3 border-b border-line bg-sunken px-4 py-1.5 text-xs font-control text-ink-3"
      >
        <span>Import field</span>
        <span>Your column</span>
      </div>
      <ul>
        {FIELDS.map((field) => (
          <li key={field} className="grid grid-cols-2 items-center gap-3 border-b border-line px-4 py-2">
            <FieldName field={field} isMissing={mapping[field] === null} sample={preview?.samples[field]} />
            <span className="relative flex items-center">
              <select
                aria-label={`Column of ${field}`}
                value={mapping[field] ?? ''}
                onChange={({ target }) => choose(field, target.value === '' ? null : Number(target.value))}
                className={clsx(
                  boxStyle,
                  'h-8 appearance-none truncate pr-8 pl-2.5 font-mono text-xs max-rail:h-11 max-rail:text-base',
                )}
              >
                <option value="">not in the file</option>
                <Options of={file.columns.map((name, index) => [String(index), name])} />
              </select>
              <ChevronDown className="pointer-events-none absolute right-2.5 text-ink-3" />
            </span>
          </li>
        ))}
      </ul>
      {mapping.expires_at !== null && (
        <div className="flex flex-col gap-2 px-4 py-3">
          <SelectField
            label="Read expires_at as"
            value={expiry}
            onChange={(value) =>
              void session.configure({ expiry: EXPIRY_FORMS.find((form) => form === value) ?? 'automatic' })
            }
          >
            <option value="automatic">Detect for each value</option>
            <Options of={EXPIRY_FORMS.map((form) => [form, EXPIRY_LABELS[form]])} />
          </SelectField>
          {preview && <ExpirySummary facts={preview.expiry} rows={file.rows} />}
        </div>
      )}
    </Card>
  )
}

const MATCHED = [Check, 'ok', 'matched'] as const
const NEEDED = [CircleAlert, 'bad', 'needed'] as const
const OPTIONAL = [Minus, 'place', 'optional'] as const

interface FieldNameProps {
  field: RecipeField
  isMissing: boolean
  sample: Sample | undefined
}

function FieldName({ field, isMissing, sample }: FieldNameProps) {
  const missing = REQUIRED_FIELDS.includes(field) ? NEEDED : OPTIONAL
  const [icon, tone, text] = isMissing ? missing : MATCHED
  return (
    <span className="flex min-w-0 items-center justify-between gap-2">
      <span className="min-w-0">
        <Verbatim className="block truncate font-mono text-xs">{field}</Verbatim>
        <span translate="no" className="block truncate font-mono text-xs text-ink-3" data-testid={`sample-${field}`}>
          {isMissing ? text : <SampleText sample={sample} />}
        </span>
      </span>
      <span data-tone={tone} className="shrink-0">
        <Icon of={icon} className="text-tone-fg" />
        <span className="sr-only">{text}</span>
      </span>
    </span>
  )
}

function SampleText({ sample }: { sample: Sample | undefined }) {
  if (!sample) return <span>&nbsp;</span>
  if (!sample.secret) return sample.text || 'empty'
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">hidden, ends in </span>
      {sample.text}
    </>
  )
}

/** Says how the times of the file are read, so that a wrong reading is seen before it does harm. */
function ExpirySummary({ facts: { first, forms }, rows }: { facts: ExpiryFacts; rows: number }) {
  const clock = useWallClock()
  if (first === null) return <p className="text-ink-2">No value in this column is a time.</p>
  const [main, ...others] = EXPIRY_FORMS.flatMap((form) =>
    forms[form] ? [{ count: forms[form], label: EXPIRY_LABELS[form] }] : [],
  )
  const read = EXPIRY_FORMS.reduce((sum, form) => sum + (forms[form] ?? 0), 0)
  const mixed = others.map(({ count, label }) => `, ${formatCount(count)} as ${label}`).join('')
  return (
    <p className="text-ink-2">
      {main &&
        (others.length > 0 ? `${countOf(main.count, 'row')} read as ${main.label}${mixed}.` : `Read as ${main.label}.`)}
      <span> First: </span>
      <span className="font-control text-ink">{formatInstant(new Date(first * 1000).toISOString(), clock)}</span>
      <span>.</span>
      {rows > read && ` ${formatCount(rows - read)} can’t be read.`}
    </p>
  )
}
