'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import { ErrorSummary } from '#components/patterns/form/error-summary.tsx'
import { FormScopeContext, fieldId, sendOnCtrlEnter } from '#components/patterns/form/form-field.tsx'
import { GoBack } from '#components/patterns/form/go-back.tsx'
import { SaveBar } from '#components/patterns/form/save-bar.tsx'
import { UnsavedDialog } from '#components/patterns/form/unsaved-dialog.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { refusedFields, useRefusals } from '#lib/kernel/client/refusals.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DemographicsFacts } from './demographics-facts.tsx'
import { DemographicsFields } from './demographics-fields.tsx'
import { INFO_FIELDS } from './demographics-terms.ts'
import { type Conflict, infoDifferences, infoSchema, infoValues } from './demographics-values.ts'
import { useDemographicsSave } from './use-demographics-save.ts'

interface DemographicsFormProps {
  address: UserAddress
  /** Null: nothing is recorded yet, or this team may not read it. */
  info: UserInfo | null
  /** Where to go once they are saved; null to stay. */
  back: string | null
}

const isField = (path: string) => INFO_FIELDS.some((field) => field.path === path)

export function DemographicsForm({ address, info, back }: DemographicsFormProps) {
  const [base, setBase] = useState(info)
  const { masked } = usePatientData()
  const scope = useId()
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver(useMemo(() => infoSchema(base), [base])),
    defaultValues: infoValues(info),
    shouldFocusError: false,
  })
  const values = useWatch({ control: form.control, compute: (all) => all })
  const [turn, setTurn] = useState(0)
  const [isSaved, setSaved] = useState(false)
  const { text, refusal, refuse, forget } = useRefusals(values)
  const changes = infoDifferences(infoValues(base), values)
  const guard = useLeaveGuard(changes.length > 0)
  const nextTurn = () => setTurn((before) => before + 1)
  const { met, forgetMet, save } = useDemographicsSave({
    address,
    onSaved: (saved) => {
      setBase(saved)
      form.reset(infoValues(saved))
      setSaved(true)
    },
    onRefused: (error) => {
      refuse(refusedFields(error, isField))
      nextTurn()
    },
  })

  const send = (against: UserInfo | null) => {
    forget()
    return form.handleSubmit((write) => save(write, form.getValues(), against), nextTurn)()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changes.length > 0 && !form.formState.isSubmitting) void send(base)
  }
  const resolve = (theirs: readonly Conflict[]) => {
    if (!met) return
    for (const { path, theirs: value } of theirs) form.setValue(path, value, { shouldValidate: true })
    const { medical_proxy } = form.getValues()
    if (theirs.some(({ path }) => path.startsWith('medical_proxy.'))) {
      form.setValue('has_proxy', medical_proxy.first_name !== '' || medical_proxy.last_name !== '')
    }
    // What is sent is checked against what stands there now.
    flushSync(() => {
      setBase(met.latest)
      forgetMet()
    })
    void send(met.latest)
  }
  const errors = INFO_FIELDS.flatMap(({ path, label }) => {
    const problem = form.getFieldState(path, form.formState).error?.message ?? refusal(path)
    return problem ? [{ id: fieldId(scope, path), label, problem }] : []
  })

  return (
    <FormScopeContext value={{ form: scope, refusal }}>
      <form
        onSubmit={submit}
        onKeyDown={sendOnCtrlEnter}
        noValidate
        autoComplete="off"
        className="flex flex-1 flex-col framed:min-h-0"
      >
        <div className="flex-1 p-4 framed:min-h-0 framed:overflow-y-auto rail:p-6">
          <div className="flex max-w-[860px] flex-col gap-4">
            {masked ? (
              <Masked unsaved={changes.length > 0} />
            ) : (
              !base && <Notice kind="info">Nothing is recorded yet. A lab test needs a person’s demographics.</Notice>
            )}
            <ErrorSummary errors={errors} turn={turn} />
            {text && (
              <Notice kind="bad" alert>
                {text}
              </Notice>
            )}
            {masked ? <DemographicsFacts values={infoValues(base)} /> : <DemographicsFields control={form.control} />}
          </div>
        </div>
        {!masked && (
          <SaveBar
            changes={changes.map(({ label }) => label)}
            isSaving={form.formState.isSubmitting}
            noun="demographics"
            onDiscard={() => {
              forget()
              form.reset(infoValues(base))
            }}
          />
        )}
      </form>
      {met && <ConflictDialog conflicts={met.conflicts} onResolve={resolve} onClose={forgetMet} />}
      {isSaved && back && <GoBack to={back} />}
      <UnsavedDialog guard={guard} what="the demographics" />
    </FormScopeContext>
  )
}

/** While patients are hidden nothing is typed about them either; what was typed before waits. */
function Masked({ unsaved }: { unsaved: boolean }) {
  return (
    <Notice kind="info" className="items-center!">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          Patient data is hidden. {unsaved ? 'What you typed is kept, and not saved yet.' : 'Show it to change it.'}
        </p>
        <Button onPress={() => runShortcut('m')}>Show patient data</Button>
      </div>
    </Notice>
  )
}
