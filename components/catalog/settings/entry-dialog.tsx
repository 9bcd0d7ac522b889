'use client'
import { type FormEvent, useState } from 'react'
import { Heading } from 'react-aria-components'
import { CataloguePicker } from '#components/patterns/domain/catalogue-picker.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { CATALOGUE_KINDS, type CatalogueEntry, type CatalogueKind, namedEntry } from '#lib/domains/catalog/catalog.ts'
import { useCatalogue } from '#lib/domains/catalog/use-catalog.ts'
import { keyOf } from './catalogue-file.ts'
import { capital, KIND } from './kind-words.ts'
import { useCatalogueChanges } from './use-catalogue-changes.ts'

interface EntryDialogProps {
  environment: string
  /** Null to add one. */
  entry: CatalogueEntry | null
  entries: readonly CatalogueEntry[]
  onClose: () => void
}

/** Adds an entry, or says anew what one is called. */
export function EntryDialog({ environment, entry, entries, onClose }: EntryDialogProps) {
  const { options } = useCatalogue(environment)
  const { save } = useCatalogueChanges(environment)
  const [kind, setKind] = useState<CatalogueKind>(entry?.kind ?? 'lab_test')
  const [id, setId] = useState(entry?.id ?? '')
  const [name, setName] = useState(entry?.name ?? '')
  const [lab_id, setLab] = useState(entry?.lab_id ?? null)
  const [isChecked, setChecked] = useState(false)
  const parsed = namedEntry.safeParse({ kind, id: id.trim(), name, ...(kind === 'lab_test' && { lab_id }) })
  const problemOf = (field: string) =>
    isChecked ? parsed.error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  const present =
    entry === null && parsed.success ? entries.find((one) => keyOf(one) === keyOf(parsed.data)) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!parsed.success || save.isPending) return
    save.mutate([parsed.data], {
      onSuccess: () => {
        onClose()
        toast({ kind: 'done', title: entry || present ? 'Saved.' : 'Added.', text: parsed.data.name })
      },
    })
  }
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[480px]">
      <form onSubmit={submit} noValidate autoComplete="off">
        <div className="flex flex-col gap-4 p-5">
          <Heading slot="title" className="text-lg">
            {entry ? `Change ${KIND[entry.kind].one}` : 'Add to the catalogue'}
          </Heading>
          {entry ? (
            <p className="text-base text-ink-2">
              {capital(KIND[kind].one)} <span className="font-mono text-sm break-all text-ink">{entry.id}</span>
            </p>
          ) : (
            <>
              <SelectField
                label="Kind"
                value={kind}
                onChange={(value) => setKind(CATALOGUE_KINDS.find((known) => known === value) ?? kind)}
              >
                {CATALOGUE_KINDS.map((known) => (
                  <option key={known} value={known}>
                    {capital(KIND[known].one)}
                  </option>
                ))}
              </SelectField>
              <Field
                label="Id"
                value={id}
                onChange={setId}
                verbatim
                autoFocus
                autoComplete="off"
                maxLength={64}
                inputClassName="font-mono"
                hint={KIND[kind].id}
                validationBehavior="aria"
                validate={() => problemOf('id') ?? null}
              />
            </>
          )}
          <Field
            label="Name"
            value={name}
            onChange={setName}
            autoFocus={entry !== null}
            autoComplete="off"
            validationBehavior="aria"
            validate={() => problemOf('name') ?? null}
          />
          {kind === 'lab_test' && (
            <CataloguePicker
              kind="lab"
              label="Lab that runs it (optional)"
              options={options.lab}
              value={lab_id}
              onChange={setLab}
              anyLabel="Not known"
              problem={problemOf('lab_id')}
            />
          )}
          {present && (
            <Notice kind="info">
              This id is in the catalogue as “{present.name}”. Saving gives it the name above.
            </Notice>
          )}
          {save.error && (
            <Notice kind="bad" alert>
              {save.error.message}
            </Notice>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          <Button onPress={onClose}>Cancel</Button>
          <PendingButton type="submit" look="primary" isPending={save.isPending}>
            {entry || present ? 'Save' : 'Add'}
          </PendingButton>
        </div>
      </form>
    </Dialog>
  )
}
