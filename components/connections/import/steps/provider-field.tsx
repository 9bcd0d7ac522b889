'use client'
import { useState } from 'react'
import { Notice } from '#components/ui/display/notice.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { providerSlug } from '#lib/domains/connections/connection.ts'
import { KNOWN_PROVIDERS, providerKind } from '#lib/domains/connections/providers.ts'

const OFFERED = KNOWN_PROVIDERS.filter(({ kind }) => kind === 'cloud_oauth')
const OTHER = '-'

interface ProviderFieldProps {
  value: string
  onChange: (slug: string) => void
}

/** The set of sources is open: one that is not in the list can be named by its slug. */
export function ProviderField({ value, onChange }: ProviderFieldProps) {
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
