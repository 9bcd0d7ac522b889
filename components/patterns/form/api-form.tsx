'use client'
import type { FormEvent, HTMLAttributes, KeyboardEvent } from 'react'
import { Notice } from '#components/ui/display/notice.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FormScopeContext } from './form-scope.ts'
import type { FormHandle } from './use-api-form.ts'

interface ApiFormProps extends Omit<HTMLAttributes<HTMLFormElement>, 'id' | 'onSubmit' | 'onKeyDownCapture'> {
  api: FormHandle
  /** `post` keeps a password out of the address, were it sent before the page is alive. */
  method?: 'post'
}

/** Ctrl Enter sends a form from wherever one is in it, also from a button, which would take the key as a press. */
function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

/** The form element of `useApiForm`, around its fields. */
export function ApiForm({ api, ...props }: ApiFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    api.submit()
  }
  return (
    <FormScopeContext value={api}>
      <form {...props} noValidate autoComplete="off" onSubmit={submit} onKeyDownCapture={sendOnCtrlEnter} />
    </FormScopeContext>
  )
}

/** The summary of what is wrong with the fields, where there are many. */
export function FormSummary({ api: { errors, turn } }: { api: FormHandle }) {
  return <ErrorSummary errors={errors} turn={turn} />
}

/** Announces a problem that belongs to no field. */
export function FormProblem({ api: { text } }: { api: FormHandle }) {
  if (text === null) return null
  return (
    <Notice kind="bad" alert>
      {text}
    </Notice>
  )
}
