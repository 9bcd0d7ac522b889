'use client'
import clsx from 'clsx'
import { Check, ChevronDown, CircleAlert, Minus } from 'lucide-react'
import type { ExpiryFacts } from '#components/connections/import/rows/check-table.ts'
import { FIELDS, type Mapping, REQUIRED_FIELDS, type RecipeField } from '#components/connections/import/rows/columns.ts'
import { EXPIRY_WORDS, type ExpiryForm, type ExpiryReading } from '#components/connections/import/rows/expiry.ts'
import type { FileFacts, Preview, Sample } from '#components/connections/import/session/engine.ts'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { Card } from './step-layout.tsx'

interface MappingCardProps {
  file: FileFacts
  mapping: Mapping
  preview: Preview | null
  expiry: ExpiryReading
  onMapping: (mapping: Mapping) => void
  onExpiry: (reading: ExpiryReading) => void
}

export function MappingCard({ file, mapping, preview, expiry, onMapping, onExpiry }: MappingCardProps) {
  const matched = FIELDS.filter((field) => mapping[field] !== null).length
  const choose = (field: RecipeField, column: number | null) => {
    const next = { ...mapping, [field]: column }
    // A column holds one field: whoever had it loses it.
    for (const other of FIELDS) if (other !== field && column !== null && next[other] === column) next[other] = null
    onMapping(next)
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
            <FieldWords field={field} column={mapping[field]} sample={preview?.samples[field]} />
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
                {file.columns.map((name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  <option key={index} value={index}>
                    {name}
                  </option>
                ))}
              </select>
              <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2.5 size-4 text-ink-3" />
            </span>
          </li>
        ))}
      </ul>
      {mapping.expires_at !== null && (
        <div className="flex flex-col gap-2 px-4 py-3">
          <SelectField label="Read expires_at as" value={expiry} onChange={(value) => onExpiry(readingOf(value))}>
            <option value="automatic">Whatever each value looks like</option>
            {FORMS.map((form) => (
              <option key={form} value={form}>
                {EXPIRY_WORDS[form]}
              </option>
            ))}
          </SelectField>
          {preview && <ExpiryWords facts={preview.expiry} rows={file.rows} />}
        </div>
      )}
    </Card>
  )
}

const FORMS: readonly ExpiryForm[] = ['seconds', 'milliseconds', 'iso']

function readingOf(value: string): ExpiryReading {
  return FORMS.find((form) => form === value) ?? 'automatic'
}

function FieldWords({
  field,
  column,
  sample,
}: {
  field: RecipeField
  column: number | null
  sample: Sample | undefined
}) {
  const isRequired = REQUIRED_FIELDS.includes(field)
  const missing = column === null
  const [Icon, tone, words] = iconOf(missing, isRequired)
  return (
    <span className="flex min-w-0 items-center justify-between gap-2">
      <span className="min-w-0">
        <span className="block truncate font-mono text-xs">{field}</span>
        <span className="block truncate font-mono text-xs text-ink-3" data-testid={`sample-${field}`}>
          {missing ? words : <SampleText sample={sample} />}
        </span>
      </span>
      <span data-tone={tone} className="shrink-0">
        <Icon aria-hidden="true" className="size-4 text-tone-fg" strokeWidth={2} />
        <span className="sr-only">{words}</span>
      </span>
    </span>
  )
}

function iconOf(missing: boolean, isRequired: boolean) {
  if (!missing) return [Check, 'ok', 'matched'] as const
  return isRequired ? ([CircleAlert, 'bad', 'needed'] as const) : ([Minus, 'place', 'optional'] as const)
}

function SampleText({ sample }: { sample: Sample | undefined }) {
  if (!sample) return <span>&nbsp;</span>
  if (!sample.secret) return sample.text || 'empty'
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">hidden, ends with </span>
      {sample.text}
    </>
  )
}

/** How the times of the file are read, so that a wrong reading is seen before it does harm. */
function ExpiryWords({ facts, rows }: { facts: ExpiryFacts; rows: number }) {
  const timeZone = useTimeZone()
  const { first, forms } = facts
  const found = FORMS.flatMap((form) => (forms[form] ? [{ form, count: forms[form] }] : []))
  const unread = rows - found.reduce((sum, { count }) => sum + count, 0)
  if (first === null) return <p className="text-ink-2">No value of this column can be read as a time.</p>
  const [only] = found
  return (
    <p className="text-ink-2">
      {found.length === 1 && only
        ? `Read as ${EXPIRY_WORDS[only.form]}.`
        : `Read as ${found.map(({ form, count }) => `${EXPIRY_WORDS[form]} in ${formatCount(count)}`).join(', ')} rows.`}{' '}
      First:{' '}
      <span className="font-control text-ink">{formatInstant(new Date(first * 1000).toISOString(), timeZone)}</span>.
      {unread > 0 && ` ${formatCount(unread)} cannot be read.`}
    </p>
  )
}
