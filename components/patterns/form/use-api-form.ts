import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { z } from 'zod'
import { useDraft } from '#lib/kernel/client/drafts.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import {
  type FieldErrors,
  fieldAt,
  fieldErrors,
  NO_ERRORS,
  type Speaker,
  valueAt,
} from '#lib/kernel/client/field-errors.ts'
import { onSessionEvent } from '#lib/kernel/client/session.ts'
import { type FieldError, fieldId } from './form-scope.ts'

interface Refusals {
  errors: FieldErrors
  sent: unknown
}

const NONE: Refusals = { errors: NO_ERRORS, sent: null }

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** Holds what was refused of the values sent last: of a field for as long as its value is the same. */
function useRefusals(values: unknown) {
  const [{ errors, sent }, setRefusals] = useState(NONE)
  return {
    text: errors.text,
    refusal: (path: string) =>
      isSame(valueAt(sent, path), valueAt(values, path)) ? errors.fields.get(path) : undefined,
    refuse: (next: FieldErrors, from: unknown = values) => setRefusals({ errors: next, sent: from }),
    forget: () => setRefusals(NONE),
  }
}

export interface LabeledField<V extends FieldValues> {
  path: FieldPath<V>
  label: string
}

export interface ApiFormOptions<V extends FieldValues, B, R> {
  /** Takes the form's values and gives the body: the endpoint's own schema, or one that ends in it. */
  schema: z.ZodType<B, V>
  defaultValues: DefaultValues<V>
  /** Recorded values that may change while the form is open: fields that nobody touched follow. */
  recorded?: V
  /** The fields in their order on screen, as the error summary names them. */
  fields: readonly LabeledField<V>[]
  /** Returns the field for a path of the body, where the two differ; null for none. */
  fieldOf?: (path: string) => string | null
  /** When a field is checked before the form is sent: once it was left, unless every key is to count. */
  mode?: 'onTouched' | 'onChange'
  /** Side that refuses: a service's message is quoted. Defaults to the console. */
  speaker?: Speaker
  /** Nothing is checked or sent while it holds. */
  isBlocked?: (values: V) => boolean
  /** Sends the body. @throws RequestError, whose words the form shows. */
  send: (body: B, values: V) => Promise<R>
  onSent?: (answer: R, body: B) => unknown
  /** Returns what to show in place of the mapped error; undefined to show that. */
  onFailed?: (error: RequestError) => FieldErrors | undefined
}

/** Handles for the parts around the fields: form element, error summary, footer. */
export interface FormHandle {
  id: string
  isPending: boolean
  /** Returns the problem of a field's current value: our own check first, then the refusal. */
  problem: (path: string) => string | undefined
  errors: readonly FieldError[]
  /** Problem that belongs to no field. */
  text: string | null
  /** How often the form was sent in vain. */
  turn: number
  /** Checks and sends, unless that is under way. */
  submit: () => void
}

export interface ApiForm<V extends FieldValues, B> extends FormHandle {
  form: UseFormReturn<V, unknown, B>
  values: V
  /** Why the last call failed. */
  error: RequestError | null
  refuse: (errors: FieldErrors) => void
  forget: () => void
  /** Focuses a field and selects its text: what nobody can read while typing is typed anew. */
  retype: (path: FieldPath<V>) => void
}

/** One form over one endpoint: checks, sends once, and says what is wrong at the field where it is wrong. */
export function useApiForm<V extends FieldValues, B, R>(options: ApiFormOptions<V, B, R>): ApiForm<V, B> {
  const { schema, defaultValues, recorded, fields } = options
  const id = useId()
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const form = useForm<V, unknown, B>({
    mode: options.mode ?? 'onTouched',
    resolver: zodResolver(schema),
    defaultValues,
    ...(recorded && { values: recorded, resetOptions: { keepDirtyValues: true } }),
    shouldFocusError: false,
  })
  const values = useWatch({ control: form.control, compute: (all: V) => all })
  const { text, refusal, refuse, forget } = useRefusals(values)
  const [turn, setTurn] = useState(0)
  const nextTurn = () => setTurn((before) => before + 1)
  const isBusy = useRef(false)

  const mutation = useMutation({
    mutationFn: (sent: { body: B; values: V }) => latest.current.send(sent.body, sent.values),
    // Without a connection a form says so; it does not wait for one in silence.
    networkMode: 'always',
    throwOnError: (error) => !(error instanceof RequestError),
    onSuccess: (answer, { body }) => latest.current.onSent?.(answer, body),
    onError: (error, sent) => {
      if (!(error instanceof RequestError)) return
      refuse(latest.current.onFailed?.(error) ?? mapError(error, latest.current), sent.values)
      nextTurn()
    },
    onSettled: () => {
      isBusy.current = false
    },
  })

  useDraft(form.formState.isDirty)
  const isSignedOut = mutation.error instanceof RequestError && mutation.error.status === 401
  useEffect(() => {
    if (!isSignedOut) return
    return onSessionEvent(({ kind }) => {
      if (kind !== 'resumed') return
      forget()
      mutation.reset()
    })
  })

  const submit = () => {
    if (isBusy.current || latest.current.isBlocked?.(form.getValues())) return
    forget()
    mutation.reset()
    void form.handleSubmit((body) => {
      // Two presses may both have been checked by now.
      if (isBusy.current) return
      isBusy.current = true
      mutation.mutate({ body, values: structuredClone(form.getValues()) })
    }, nextTurn)()
  }

  const paths = fields.map(({ path }) => path)
  const found = clientErrors(form.formState.errors, (path) => fieldAt(path, paths))
  const problem = (path: string) => found.fields.get(path) ?? refusal(path)
  const errors = fields.flatMap(({ path, label }) => {
    const words = problem(path)
    return words ? [{ id: fieldId(id, path), label, problem: words }] : []
  })
  return {
    id,
    form,
    values,
    isPending: mutation.isPending,
    problem,
    errors,
    text: text ?? found.text,
    turn,
    error: mutation.error instanceof RequestError ? mutation.error : null,
    submit,
    refuse: (next) => {
      refuse(next)
      if (next.fields.size > 0) nextTurn()
    },
    forget,
    retype: (path) => {
      const box = document.getElementById(fieldId(id, path))
      box?.focus()
      if (box instanceof HTMLInputElement) box.select()
    },
  }
}

function mapError<V extends FieldValues, B, R>(error: RequestError, options: ApiFormOptions<V, B, R>): FieldErrors {
  const paths = options.fields.map(({ path }) => path)
  const { fieldOf = (path: string) => fieldAt(path, paths), speaker = 'console' } = options
  return fieldErrors(error, { fieldOf, speaker })
}

/** Sorts what a form's own check found: by field, and as a text what no field of the form has. */
function clientErrors(found: object, fieldOf: (path: string) => string | null): FieldErrors {
  const fields = new Map<string, string>()
  const others: string[] = []
  for (const { path, message } of messagesIn(found, '')) {
    const field = fieldOf(path)
    if (field === null) others.push(message)
    else if (!fields.has(field)) fields.set(field, message)
  }
  return { fields, text: others.length > 0 ? others.join(' ') : null }
}

/** Walks react-hook-form's tree of errors, in which a leaf has a `message` and a branch has fields or items. */
function messagesIn(found: object, at: string): { path: string; message: string }[] {
  return Object.entries(found).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    const below = at === '' ? key : `${at}.${key}`
    const path = key === 'root' ? at : below
    if ('message' in value && typeof value.message === 'string') return [{ path, message: value.message }]
    return messagesIn(value, path)
  })
}
