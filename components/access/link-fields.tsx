'use client'
import { useContext } from 'react'
import { type Control, Controller, type UseFormSetValue, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { FormScopeContext, fieldId } from '#components/patterns/form/form-scope.ts'
import { Field } from '#components/ui/field/field.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import type { createLinkToken } from '#lib/domains/access/link.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { SourceListPicker, SourcePicker } from './source-picker.tsx'
import { nameOf, type SourceOption } from './sources.ts'

type LinkForm = z.input<typeof createLinkToken.body>

interface LinkFieldsProps {
  control: Control<LinkForm, unknown, z.output<typeof createLinkToken.body>>
  setValue: UseFormSetValue<LinkForm>
  options: readonly SourceOption[]
  /** Called when an edit makes the created link stale. */
  onEdit: () => void
}

/** Returns a warning for a source that this link can't connect; null for any other. */
function warningFor(provider: string | null | undefined): string | null {
  const kind = provider ? providerKind(provider) : null
  if (kind === 'on_device') return 'This source is on the phone. It’s usually connected with a mobile link code.'
  return kind === 'manual' ? 'This source has no sign-in. Values are entered manually.' : null
}

const ERROR_HINT = {
  on: 'If sign-in fails, the patient goes back there with the error.',
  off: 'If sign-in fails, the connection screen handles it.',
  oauth: 'No effect here: this source always goes back there.',
}
const CLOSE_HINT = {
  on: 'Close leads back there, with the error user_cancelled.',
  off: 'Closing the page ends it.',
}

export function LinkFields({ control, setValue, options, onEdit }: LinkFieldsProps) {
  const { id, problem } = useContext(FormScopeContext)
  const [provider, redirect_url, on_error, on_close] = useWatch({
    control,
    name: ['provider', 'redirect_url', 'on_error', 'on_close'],
  })
  const changed =
    <T,>(onChange: (value: T) => void) =>
    (value: T) => {
      onEdit()
      onChange(value)
    }
  /** Without a place to go back to, nothing can lead back there. */
  const changeAddress = (text: string) => {
    onEdit()
    setValue('redirect_url', text.trim() || null, { shouldValidate: false, shouldDirty: true })
    if (text.trim()) return
    setValue('on_error', null)
    setValue('on_close', null)
  }
  return (
    <>
      <div className="grid items-start gap-4 min-[520px]:grid-cols-2">
        <Controller
          control={control}
          name="provider"
          render={({ field }) => (
            <SourcePicker
              label="Go straight to"
              placeholder="Any source"
              hint={warningFor(field.value)}
              options={options}
              value={field.value ?? null}
              onChange={changed((slug: string | null) => {
                field.onChange(slug)
                if (slug) setValue('filter_on_providers', null)
              })}
              problem={problem(field.name)}
            />
          )}
        />
        <Controller
          control={control}
          name="filter_on_providers"
          render={({ field }) => (
            <SourceListPicker
              label="Offer only these"
              placeholder={provider ? nameOf(options, provider) : 'All sources'}
              hint={
                provider
                  ? 'Not needed: the link goes straight to one source.'
                  : 'Choose at least one, or leave empty for all sources.'
              }
              isDisabled={Boolean(provider)}
              options={options}
              value={field.value ?? []}
              onChange={changed((slugs: string[]) => field.onChange(slugs.length > 0 ? slugs : null))}
              problem={problem(field.name)}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="redirect_url"
        render={({ field }) => (
          <Field
            id={fieldId(id, field.name)}
            label="After linking, return to (optional)"
            value={field.value ?? ''}
            onChange={changeAddress}
            onBlur={field.onBlur}
            verbatim
            type="url"
            autoComplete="off"
            inputClassName="font-mono"
            validationBehavior="aria"
            validate={() => problem(field.name) ?? null}
          />
        )}
      />
      <div className="grid gap-x-4 gap-y-2 min-[520px]:grid-cols-2">
        <Switch
          label="Return on error"
          hint={returnHint(redirect_url, on_error, ERROR_HINT, provider)}
          isDisabled={!redirect_url}
          checked={on_error === 'redirect'}
          onChange={changed((on: boolean) => setValue('on_error', on ? 'redirect' : null))}
        />
        <Switch
          label="Return on close"
          hint={returnHint(redirect_url, on_close, CLOSE_HINT)}
          isDisabled={!redirect_url}
          checked={on_close === 'redirect'}
          onChange={changed((on: boolean) => setValue('on_close', on ? 'redirect' : null))}
        />
      </div>
    </>
  )
}

function returnHint(
  redirect_url: string | null | undefined,
  state: 'redirect' | null | undefined,
  words: { on: string; off: string; oauth?: string },
  provider?: string | null,
): string {
  if (!redirect_url) return 'Enter a return address first.'
  if (words.oauth && provider && providerKind(provider) === 'cloud_oauth') return words.oauth
  return state === 'redirect' ? words.on : words.off
}
