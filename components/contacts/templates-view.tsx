'use client'
/** Texts of messages to patients, one card each: administrators change them, everyone else reads them. */
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField, FormNote } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { DayTime } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import {
  blankProblem,
  changeMessageTemplate,
  listMessageTemplates,
  MESSAGE_MAX,
  MESSAGES,
  type MessageTemplate,
  type MessageTexts,
  messageTexts,
  type Template,
} from '#lib/domains/contacts/messages.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { useConsole } from '#lib/kernel/client/use-console.ts'

interface TemplatesViewProps {
  environment: string
  mayChange: boolean
  failure: RequestFailure | null
}

export function TemplatesView({ environment, mayChange, failure: initial }: TemplatesViewProps) {
  const { data, failure, isFetching, refetch } = useConsole(listMessageTemplates, { params: { environment } }, initial)
  if (failure && !data)
    return <ErrorPanel subject="Messages" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  return (
    <div className="flex max-w-[980px] flex-col gap-4 p-4 rail:p-6">
      {!mayChange && <p className="text-ink-2">An administrator sets these texts. Ask one to change them.</p>}
      {!data && <Skeleton className="after-300ms h-40 w-full" />}
      {data?.templates.map((template) => (
        <SectionCard key={template.template} title={MESSAGES[template.template].label}>
          {mayChange ? <TemplateForm environment={environment} {...template} /> : <TemplateTexts {...template} />}
        </SectionCard>
      ))}
    </div>
  )
}

const LABELS: readonly { path: keyof MessageTexts; label: string }[] = [
  { path: 'email_title', label: 'Email subject' },
  { path: 'email_text', label: 'Email' },
  { path: 'sms_text', label: 'SMS' },
]

function TemplateTexts(texts: MessageTexts) {
  return (
    <dl className="grid gap-x-4 gap-y-2 rail:grid-cols-[120px_minmax(0,1fr)]">
      {LABELS.map(({ path, label }) => (
        <div key={path} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="break-words whitespace-pre-wrap">{texts[path]}</dd>
        </div>
      ))}
    </dl>
  )
}

const schemaOf = (template: Template) =>
  messageTexts.superRefine((texts, context) => {
    for (const path of ['email_text', 'sms_text'] as const) {
      const message = blankProblem(template, texts[path])
      if (message && texts[path] !== '') context.addIssue({ code: 'custom', path: [path], message })
    }
  }) satisfies z.ZodType<MessageTexts>

function TemplateForm({
  environment,
  template,
  version,
  changed_at,
  changed_by,
  ...recorded
}: MessageTemplate & { environment: string }) {
  const client = useQueryClient()
  const { queryKey } = consoleQuery(listMessageTemplates, { params: { environment } }, {})
  const api = useApiForm({
    schema: schemaOf(template),
    defaultValues: recorded,
    recorded,
    fields: LABELS,
    send: (texts) =>
      consoleRequest(changeMessageTemplate, { params: { environment, template }, body: { ...texts, version } }, {}),
    onSent: ({ email_title, email_text, sms_text }) => {
      api.form.reset({ email_title, email_text, sms_text }, { keepDirtyValues: false })
      toast({ kind: 'done', title: `${MESSAGES[template].label} saved.` })
      return client.invalidateQueries({ queryKey })
    },
    onFailed: () => {
      void client.invalidateQueries({ queryKey })
      return undefined
    },
  })
  const { isDirty } = api.form.formState
  useLeaveGuard(isDirty)
  const { control } = api.form
  const hint = `${MESSAGES[template].blank} is filled in when it’s sent.`
  return (
    <ApiForm api={api} className="flex flex-col gap-4">
      <FormSummary api={api} />
      <FormField control={control} name="email_title" label="Email subject" />
      <div className="grid gap-4 rail:grid-cols-2">
        <FormNote control={control} name="email_text" label="Email" hint={hint} max={MESSAGE_MAX.email_text} rows={6} />
        <FormNote control={control} name="sms_text" label="SMS" hint={hint} max={MESSAGE_MAX.sms_text} rows={6} />
      </div>
      <FormProblem api={api} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-3">
          {changed_at !== null && (
            <>
              Changed <DayTime value={changed_at} /> by <Verbatim>{changed_by}</Verbatim>
            </>
          )}
        </p>
        <PendingButton
          type="submit"
          look={isDirty ? 'primary' : 'outline'}
          isPending={api.isPending}
          isDisabled={!isDirty}
        >
          Save message
        </PendingButton>
      </div>
    </ApiForm>
  )
}
