import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { CatalogPicker } from '#components/patterns/domain/catalog-picker.tsx'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormNote, FormSelect } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import {
  CATALOG_KINDS,
  type CatalogEntry,
  namedEntry,
  TEST_TEXT_NAMES,
  TEST_TEXTS,
  testTexts,
} from '#lib/domains/catalog/catalog.ts'
import { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import { fieldAt } from '#lib/kernel/client/field-errors.ts'
import { keyOf } from './catalog-file.ts'
import { capital, KIND } from './kind-labels.ts'
import { useCatalogChanges } from './use-catalog-changes.ts'

interface EntryDialogProps {
  environment: string
  entry: CatalogEntry | null
  entries: readonly CatalogEntry[]
  onClose: () => void
}

const FIELDS = [
  { path: 'kind', label: 'Kind' },
  { path: 'id', label: 'ID' },
  { path: 'name', label: 'Name' },
  { path: 'lab_id', label: 'Lab that runs it' },
  ...TEST_TEXT_NAMES.map((path) => ({ path, label: TEST_TEXTS[path].label })),
] as const

const PATHS = FIELDS.map(({ path }) => path)

/** Takes what is typed and gives the entry: only a lab test has a lab. */
const entryForm = z
  .object({
    kind: z.enum(CATALOG_KINDS),
    id: z.string().trim(),
    name: z.string(),
    lab_id: z.string().nullable(),
    ...testTexts.required().shape,
  })
  .transform(
    ({ kind, id, name, lab_id, ...texts }): z.input<typeof namedEntry> =>
      kind === 'lab_test' ? { kind, id, name, lab_id, ...texts } : { kind, id, name },
  )
  .pipe(namedEntry)

/** Adds an entry, or says anew what one is called. */
export function EntryDialog({ environment, entry, entries, onClose }: EntryDialogProps) {
  const { options } = useCatalogEntries(environment)
  const { save } = useCatalogChanges(environment)
  const find = (key: string) => (entry === null ? entries.find((one) => keyOf(one) === key) : undefined)
  const api = useApiForm({
    schema: entryForm,
    defaultValues: {
      kind: entry?.kind ?? 'lab_test',
      id: entry?.id ?? '',
      name: entry?.name ?? '',
      lab_id: entry?.lab_id ?? null,
      preparation: entry?.preparation ?? '',
      sample: entry?.sample ?? '',
      remarks: entry?.remarks ?? '',
    },
    fields: FIELDS,
    // The call takes a list of entries, here of one.
    fieldOf: (path) => fieldAt(path.replace(/^entries\.0\./, ''), PATHS),
    send: async (body) => {
      const isNew = entry === null && !find(keyOf(body))
      await save.mutateAsync({ entries: [body] })
      return isNew
    },
    onSent: (isNew, body) => {
      onClose()
      toast({ kind: 'done', title: isNew ? 'Added.' : 'Saved.', text: body.name })
    },
  })
  const { control } = api.form
  const { kind } = api.values
  const parsed = entryForm.safeParse(api.values)
  const present = parsed.success ? find(keyOf(parsed.data)) : undefined
  return (
    <FormDialog
      api={api}
      title={entry ? `Change ${KIND[entry.kind].one}` : 'Add to the catalog'}
      confirm={entry || present ? 'Save' : 'Add'}
      onClose={onClose}
    >
      {entry ? (
        <p className="text-base text-ink-2">
          {capital(KIND[kind].one)} <Verbatim className="font-mono text-sm break-all text-ink">{entry.id}</Verbatim>
        </p>
      ) : (
        <>
          <FormSelect
            control={control}
            name="kind"
            label="Kind"
            options={CATALOG_KINDS.map((value) => ({ value, label: capital(KIND[value].one) }))}
          />
          <FormField
            control={control}
            name="id"
            label="ID"
            verbatim
            autoFocus
            maxLength={64}
            inputClassName="font-mono"
            hint={KIND[kind].id}
          />
        </>
      )}
      <FormField control={control} name="name" label="Name" autoFocus={entry !== null} />
      {kind === 'lab_test' && (
        <Controller
          control={control}
          name="lab_id"
          render={({ field }) => (
            <CatalogPicker
              kind="lab"
              label="Lab that runs it (optional)"
              options={options.lab}
              value={field.value}
              onChange={field.onChange}
              anyLabel="Unknown"
              problem={api.problem(field.name)}
            />
          )}
        />
      )}
      {kind === 'lab_test' &&
        TEST_TEXT_NAMES.map((name) => (
          <FormNote
            key={name}
            control={control}
            name={name}
            label={`${TEST_TEXTS[name].label} (optional)`}
            hint={TEST_TEXTS[name].hint}
            max={TEST_TEXTS[name].max}
            rows={2}
          />
        ))}
      {present && (
        <Notice kind="info">This ID is in the catalog as “{present.name}”. Saving renames it to the name above.</Notice>
      )}
    </FormDialog>
  )
}

interface RemoveQuestionProps {
  environment: string
  entry: CatalogEntry
  onClose: () => void
}

export function RemoveQuestion({ environment, entry, onClose }: RemoveQuestionProps) {
  const { remove } = useCatalogChanges(environment)
  const { kind, id, name } = entry
  const confirm = () =>
    remove.mutate(
      { kind, id },
      {
        onSuccess: () => {
          onClose()
          toast({ kind: 'done', title: 'Removed.', text: `${name}. Add its ID again to restore it.` })
        },
      },
    )
  return (
    <AskDialog title={`Remove “${name}”?`} confirm="Remove" change={remove} onConfirm={confirm} onClose={onClose}>
      <span>
        Pickers will no longer offer this {KIND[kind].one}, and it won’t be added automatically again. The service isn’t
        changed: its ID works as before. Add it here again to restore it.
      </span>
    </AskDialog>
  )
}
