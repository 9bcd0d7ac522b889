'use client'
/** Verifying a caller: any two answers, compared on the server. No stored value comes to this page for it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormBirthDate, FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { useMay } from '#components/patterns/page/role.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { ShownPerson, useMaskSwitch, usePatientData } from '#components/ui/display/mask.tsx'
import { ClockTime } from '#components/ui/display/time-stamp.tsx'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import { listSubjectChanges } from '#lib/domains/audit/person.ts'
import {
  CALLER_FACTS,
  type CallerFact,
  callerFacts,
  FACT_LABELS,
  getCallerCheck,
  verifyCaller,
} from '#lib/domains/contacts/callers.ts'
import { nameUserOf, orderQuery } from '#lib/domains/orders/queries.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf, midSentence } from '#lib/utils/text/counts.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

const checkQuery = ({ environment, user_id }: UserAddress) =>
  consoleQuery(getCallerCheck, { params: { environment, user_id } }, {})

/** The newest check while it holds; null otherwise, and for a role that can't verify callers. */
function useVerified(address: UserAddress) {
  const { data } = useQuery({
    ...checkQuery(address),
    enabled: useMay(getCallerCheck.permission) && address.user_id !== '',
  })
  const until = data?.verified_until ? parseInstant(data.verified_until) : 0
  const holds = useAtPresent((now) => now < until)
  return { isKnown: data !== undefined, verified: data && holds ? { ...data, until } : null }
}

interface CallerScopeProps extends UserAddress {
  /** The order whose page it is; its first read is masked, because it names no user. */
  order_id?: string
  children: ReactNode
}

/** Shows the person while their caller is verified; what was read before and after that is read again. */
export function CallerScope({ children, order_id, ...address }: CallerScopeProps) {
  const { user_id } = address
  const { isKnown, verified } = useVerified(address)
  const { masked } = usePatientData()
  const client = useQueryClient()
  const before = useRef<boolean | null>(order_id ? false : null)
  const isVerified = verified !== null
  useEffect(() => {
    if (!isKnown) return
    const hasChanged = before.current !== null && before.current !== isVerified
    before.current = isVerified
    if (order_id) nameUserOf(order_id, isVerified ? user_id : null)
    if (!(hasChanged && masked)) return
    const ids = order_id ? [user_id, order_id] : [user_id]
    const isOfPerson = (key: readonly unknown[]) =>
      key[1] !== getCallerCheck.name && ids.some((id) => JSON.stringify(key).includes(id))
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfPerson(queryKey) })
  }, [isKnown, isVerified, masked, client, user_id, order_id])
  return <ShownPerson until={verified?.until ?? null}>{children}</ShownPerson>
}

interface OrderAddress {
  environment: string
  order_id: string
}

/** Returns '' until the order is read. */
function useUserOf({ environment, order_id }: OrderAddress): string {
  const { data } = useQuery({ ...orderQuery(environment, order_id), enabled: false })
  return data?.orders.find(({ id }) => id === order_id)?.user_id ?? ''
}

export function OrderCallerScope({ children, ...own }: OrderAddress & { children: ReactNode }) {
  return (
    <CallerScope {...own} user_id={useUserOf(own)}>
      {children}
    </CallerScope>
  )
}

export function VerifyOrderCaller(own: OrderAddress) {
  return <VerifyCaller environment={own.environment} user_id={useUserOf(own)} />
}

/** The button, or when the caller was verified and by which answers. */
export function VerifyCaller(address: UserAddress) {
  const { isKnown, verified } = useVerified(address)
  const [isOpen, setOpen] = useState(false)
  const result = useRef<HTMLSpanElement>(null)
  const isOwn = useRef(false)
  const isVerified = verified !== null
  // The button that opened the dialog is gone, so the focus goes to what stands in its place.
  useEffect(() => {
    if (!(isVerified && isOwn.current)) return
    isOwn.current = false
    const frame = requestAnimationFrame(() => result.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isVerified])
  const close = (isDone: boolean) => {
    isOwn.current = isDone
    setOpen(false)
  }
  if (!isKnown) return null
  if (verified?.verified_at) {
    return (
      <span
        ref={result}
        tabIndex={-1}
        data-tone="ok"
        className="inline-flex flex-wrap items-center gap-x-1.5 font-control text-tone-fg"
      >
        <ShieldCheck className="shrink-0" />
        <span>
          Verified · <ClockTime value={verified.verified_at} />
        </span>
        <span className="font-normal">
          {verified.facts.map((fact, at) => (at === 0 ? FACT_LABELS[fact] : midSentence(FACT_LABELS[fact]))).join(', ')}
        </span>
      </span>
    )
  }
  return (
    <>
      <Button icon={ShieldQuestionMark} onPress={() => setOpen(true)} className="max-rail:h-11 print:hidden">
        Verify caller
      </Button>
      {isOpen && <VerifyDialog {...address} onClose={close} />}
    </>
  )
}

type Values = Record<CallerFact, string>

const isGiven = ([, text]: [string, string]) => text.trim() !== ''
const schema = z
  .custom<Values>()
  .transform((values): z.input<typeof callerFacts> => Object.fromEntries(Object.entries(values).filter(isGiven)))
  .pipe(callerFacts)
const FIELDS = CALLER_FACTS.map((path) => ({ path, label: FACT_LABELS[path] }))

/** Says that the answers don't fit, never which of them: an answer that isn't on file doesn't fit either. */
const failedText = (left: number) =>
  `Not verified. The answers don’t all match what’s on file. ${left > 0 ? `You have ${countOf(left, 'attempt')} left for this person.` : 'You have no attempts left for this person. Try again in an hour.'}`

function VerifyDialog({ onClose, ...address }: UserAddress & { onClose: (isVerified: boolean) => void }) {
  const { environment, user_id } = address
  const client = useQueryClient()
  const { allowPerson } = useMaskSwitch()
  const [failed, setFailed] = useState<string | null>(null)
  const api = useApiForm({
    schema,
    defaultValues: { dob: '', zip_code: '', phone_number: '', house_number: '' },
    fields: FIELDS,
    send: (body) => {
      setFailed(null)
      return consoleRequest(verifyCaller, { params: { environment, user_id }, body }, {})
    },
    onSent: (check) => {
      void client.invalidateQueries({ queryKey: ['console', listSubjectChanges.name] })
      if (check.verified_until === null) return setFailed(failedText(check.attempts_left))
      allowPerson()
      client.setQueryData(checkQuery(address).queryKey, check)
      announce('Caller verified.')
      onClose(true)
      return undefined
    },
  })
  const control = api.form.control
  return (
    <FormDialog
      api={api}
      title="Verify caller"
      summary="Ask the caller for any two. The answers are compared, not saved."
      confirm="Verify caller"
      blocked={failed}
      sheet
      onClose={() => onClose(false)}
    >
      <div className="grid items-start gap-4 min-[420px]:grid-cols-2">
        <FormBirthDate control={control} name="dob" label={FACT_LABELS.dob} autoFocus />
        <FormField control={control} name="zip_code" label={FACT_LABELS.zip_code} verbatim inputMode="numeric" />
        <FormField control={control} name="phone_number" label={FACT_LABELS.phone_number} verbatim type="tel" />
        <FormField control={control} name="house_number" label={FACT_LABELS.house_number} verbatim />
      </div>
    </FormDialog>
  )
}
