import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { PATTERN_LABELS } from '#components/webhooks/labels.ts'
import { createWebhookEndpoint, updateWebhookEndpoint, type WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { EVENT_PATTERNS } from '#lib/domains/webhooks/rules.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { isDemoPage } from '#lib/utils/browser/browser.ts'
import { useReadAgain } from './use-endpoint-changes.ts'

interface EndpointDialogProps {
  environment: string
  /** Null to add one. */
  endpoint: WebhookEndpoint | null
  onSecret: (endpoint: WebhookEndpoint, secret: string) => void
  onClose: () => void
}

const { name, url, event_types } = createWebhookEndpoint.body.shape
/** All kinds chosen are all events, also those that are yet to come. */
const endpointForm = z
  .object({ name: z.string(), url: z.string(), event_types: z.array(z.enum(EVENT_PATTERNS)) })
  .transform(({ event_types: chosen, ...rest }) => ({
    ...rest,
    event_types: chosen.length === EVENT_PATTERNS.length ? null : chosen,
  }))
  .pipe(z.object({ name, url, event_types }))

const FIELDS = [
  { path: 'name', label: 'Name' },
  { path: 'url', label: 'URL' },
  { path: 'event_types', label: 'Events' },
] as const

export function EndpointDialog({ environment, endpoint, onSecret, onClose }: EndpointDialogProps) {
  const readAgain = useReadAgain()
  const chosen = endpoint?.event_types
  const api = useApiForm({
    schema: endpointForm,
    defaultValues: {
      name: endpoint?.name ?? '',
      url: endpoint?.url ?? '',
      event_types: chosen ? EVENT_PATTERNS.filter((each) => chosen.includes(each)) : [...EVENT_PATTERNS],
    },
    fields: FIELDS,
    async send(body) {
      if (!endpoint) return consoleRequest(createWebhookEndpoint, { params: { environment }, body }, {})
      const at = { environment, endpoint_id: endpoint.id }
      const { url: next, ...rest } = body
      // A new address is asked about; an equal one would be, too.
      const change = next === endpoint.url ? rest : body
      return { ...(await consoleRequest(updateWebhookEndpoint, { params: at, body: change }, {})), secret: null }
    },
    onSent: (answer) => {
      void readAgain()
      if (answer.secret !== null) return onSecret(answer.endpoint, answer.secret)
      onClose()
      toast({ kind: 'done', title: 'Saved.', text: answer.endpoint.name })
    },
  })
  const { control } = api.form
  const problem = api.problem('event_types')
  const hint = isDemoPage()
    ? 'The demo sends nothing over the network. A URL that ends in a status, such as /503, answers with it.'
    : 'https only. Internal addresses are refused; this machine (localhost) is allowed.'
  return (
    <FormDialog
      api={api}
      title={endpoint ? 'Edit endpoint' : 'Add endpoint'}
      confirm={endpoint ? 'Save' : 'Add endpoint'}
      onClose={onClose}
    >
      <FormField control={control} name="name" label="Name" autoFocus />
      <FormField control={control} name="url" label="URL" type="url" hint={hint} />
      <Controller
        control={control}
        name="event_types"
        render={({ field }) => (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-sm font-control text-ink-2">Events</legend>
            {EVENT_PATTERNS.map((each) => (
              <Check
                key={each}
                checked={field.value.includes(each)}
                onChange={(isOn) =>
                  field.onChange(EVENT_PATTERNS.filter((one) => (one === each ? isOn : field.value.includes(one))))
                }
              >
                {PATTERN_LABELS[each]} <Verbatim className="font-mono text-xs text-ink-3">{each}</Verbatim>
              </Check>
            ))}
            {problem && <p className="text-sm text-bad">{problem}</p>}
          </fieldset>
        )}
      />
    </FormDialog>
  )
}
