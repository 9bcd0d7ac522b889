import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useContext } from 'react'
import { type Control, Controller, type UseFormSetValue, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { FormScopeContext, fieldId } from '#components/patterns/form/form-scope.ts'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ClearedText, LinkSecret, type MadeLink } from '#components/patterns/secret/link-secret.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { HOLD_MS, useSecret } from '#lib/domains/access/use-secret.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { providersQuery } from '#lib/domains/users/queries.ts'
import { request } from '#lib/kernel/client/request.ts'
import { AccessCard, type AccessCardContext } from './portal-card.tsx'
import { nameOf, SourceListPicker, type SourceOption, SourcePicker, sourceOptions } from './source-picker.tsx'

const FIELDS = [
  { path: 'provider', label: 'Go straight to' },
  { path: 'filter_on_providers', label: 'Offer only these' },
  { path: 'redirect_url', label: 'After linking, return to' },
  { path: 'on_error', label: 'Return on error' },
  { path: 'on_close', label: 'Return on close' },
] as const

export function LinkTokenCard({ context: desk }: { context: AccessCardContext }) {
  const { environment, user_id, allow } = desk
  const { kept, cleared_at, make, clear } = useSecret<MadeLink>()
  const connections = useQuery(providersQuery({ environment, user_id }))
  const options = sourceOptions(connections.data?.providers ?? [])
  const api = useApiForm({
    schema: createLinkToken.body,
    defaultValues: {
      user_id,
      provider: null,
      filter_on_providers: null,
      redirect_url: null,
      on_error: null,
      on_close: null,
    },
    fields: FIELDS,
    speaker: 'service',
    send: async (body) => {
      const refused = await make(async (signal) => {
        const { link_token, link_web_url } = await request(createLinkToken, { body }, { environment }, { signal })
        return { value: { link_token, link_web_url }, until: Date.now() + HOLD_MS }
      })
      if (refused) throw refused
    },
  })
  return (
    <AccessCard
      api={api}
      icon={Link2}
      title="Link a data source"
      summary="A short-lived link to the page where the patient connects a source."
      foot={
        kept
          ? 'It works for a few minutes. The service doesn’t say how many.'
          : 'The link appears here after you create it.'
      }
      action={
        <PendingButton type="submit" look={kept ? 'outline' : 'primary'} isPending={api.isPending}>
          {kept ? 'Create another' : 'Create link token'}
        </PendingButton>
      }
    >
      <LinkFields control={api.form.control} setValue={api.form.setValue} options={options} onEdit={clear} />
      <div className="rounded-control border border-line bg-sunken px-3 py-2.5 print:hidden">
        <h3 className="text-xs font-control text-ink-2">What the patient sees</h3>
        <ol className="mt-1 flex list-decimal flex-col gap-0.5 pl-4 text-sm">
          {linkPreview(api.values, (slug) => nameOf(options, slug)).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {kept && <LinkSecret {...kept.value} until={kept.until} allow={allow} />}
      {cleared_at !== null && <ClearedText noun="Link" at={cleared_at} />}
    </AccessCard>
  )
}

interface LinkSettings {
  provider?: string | null | undefined
  redirect_url?: string | null | undefined
  filter_on_providers?: readonly string[] | null | undefined
  on_error?: 'redirect' | null | undefined
  on_close?: 'redirect' | null | undefined
}

function placeOf(redirect_url: string | null | undefined): string | null {
  return redirect_url && URL.canParse(redirect_url) ? new URL(redirect_url).host : null
}

function whenItFails({ provider, on_error }: LinkSettings, place: string | null): string {
  const kind = provider ? providerKind(provider) : null
  const back = `goes back to ${place} with the error`
  if (kind === 'cloud_oauth')
    return place ? `If sign-in fails, the patient ${back}.` : 'If sign-in fails, the patient sees an error page.'
  if (on_error === 'redirect' && place) return `If sign-in fails, the patient ${back}.`
  if (kind === 'password' || !place) return 'If sign-in fails, the form shows an error and the patient can try again.'
  return `If sign-in fails, the form shows an error and the patient can try again. Sources with their own sign-in page go back to ${place} instead.`
}

/** Lists what the patient sees after opening the link, one sentence per step (spec, endpoint 9). */
export function linkPreview(settings: LinkSettings, nameOf: (slug: string) => string): string[] {
  const { provider, filter_on_providers: only, on_close } = settings
  const place = placeOf(settings.redirect_url)
  const start = () => {
    if (provider) return `Goes straight to ${nameOf(provider)}’s sign-in page.`
    if (!only || only.length === 0) return 'Shows a list of all sources.'
    return `Shows a list of ${only.length === 1 ? 'one source' : `${only.length} sources`}: ${only.map(nameOf).join(', ')}.`
  }
  return [
    start(),
    place ? `When done, the patient goes back to ${place}.` : 'When done, the patient sees a confirmation page.',
    whenItFails(settings, place),
    on_close === 'redirect' && place
      ? `Closing the page goes back to ${place} with the error user_cancelled.`
      : 'Closing the page ends it.',
  ]
}

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

function LinkFields({ control, setValue, options, onEdit }: LinkFieldsProps) {
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
