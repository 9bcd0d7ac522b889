import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { type Conflict, ConflictDialog } from '#components/patterns/form/conflict-dialog.tsx'
import { GoBack, SaveBar, UnsavedDialog } from '#components/patterns/form/save-bar.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { FactList, SectionCard } from '#components/patterns/page/section-card.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { userInfoQuery } from '#lib/domains/demographics/queries.ts'
import { getLatestUserInfo, readablePhone, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { seenInfoTag, type UserInfoWrite, updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { namePeople } from '#lib/domains/users/directory.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { textAt } from '#lib/kernel/client/field-errors.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { request, saveSeen } from '#lib/kernel/client/request.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import { type DayForm, formatDay } from '#lib/utils/time/instants.ts'
import { DemographicsFields } from './demographics-fields.tsx'
import {
  CHOICES,
  INFO_FIELDS,
  type InfoField,
  type InfoPath,
  infoFieldOf,
  infoLabel,
  PROXY_PREFIX,
} from './demographics-terms.ts'
import {
  type InfoValues,
  infoConflicts,
  infoDifferences,
  infoSchema,
  infoValues,
  isMaskedInfo,
  refusedValues,
} from './demographics-values.ts'

/** Returns the service's current record; null for none, undefined where this team can't read it. */
async function readLatest({ environment, user_id }: UserAddress): Promise<UserInfo | null | undefined> {
  try {
    return await request(getLatestUserInfo, { params: { user_id } }, { environment })
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    if (error instanceof RequestError && error.status === 403) return undefined
    throw error
  }
}

const MASKED_MEANWHILE =
  'Patient data is masked again, so nothing was saved. Show patient data, then save. Your changes are still here.'

interface Met {
  /** The service's current record. */
  latest: UserInfo | null
  conflicts: Conflict<InfoField['path']>[]
}

/** Saves over what the form has read; where someone else saved in between, their changes are read and shown first. */
function useDemographicsSave(address: UserAddress) {
  const client = useQueryClient()
  const [met, setMet] = useState<Met | null>(null)
  /** `base` is what the form began with. Returns what was saved; null for a conflict (`met`). @throws RequestError */
  const save = (write: UserInfoWrite, mine: InfoValues, base: UserInfo | null) => {
    let seen = base
    return saveSeen(async () => {
      // The server refuses a record that is out of date, so only the next attempt reads it.
      const latest = seen ?? (await readLatest(address))
      seen = null
      if (isMaskedInfo(latest))
        throw new RequestError({ kind: 'input', call: 'demographics', detail: MASKED_MEANWHILE })
      const conflicts = latest === undefined ? [] : infoConflicts(infoValues(base), infoValues(latest), mine)
      if (latest !== undefined && conflicts.length > 0) {
        setMet({ latest, conflicts })
        return null
      }
      return send(write, latest)
    })
  }

  const send = async (write: UserInfoWrite, latest: UserInfo | null | undefined): Promise<UserInfo> => {
    const { environment, user_id } = address
    const headers = latest === undefined ? {} : { [SEEN_HEADER]: seenInfoTag(latest) }
    const given = { params: { user_id }, body: write }
    const saved = await request(updateUserInfo, given, { environment, headers }, { isChecked: true })
    client.setQueryData(userInfoQuery(address).queryKey, saved)
    void client.invalidateQueries({ queryKey: ['console', namePeople.name] })
    toast({ kind: 'done', title: 'Demographics saved.' })
    return saved
  }
  return { met, clearConflict: () => setMet(null), save }
}

interface DemographicsFormProps {
  address: UserAddress
  /** Null: nothing is recorded yet, or this team may not read it. */
  info: UserInfo | null
  /** Page to open after saving; null to stay. */
  back: string | null
  /** They were saved, or stay as they are. */
  onDone: () => void
  /** Told what is otherwise than before. */
  onChanged?: (paths: readonly InfoField['path'][]) => void
}

export function DemographicsForm({ address, info, back, onDone, onChanged }: DemographicsFormProps) {
  const [base, setBase] = useState(info)
  const hides = usePatientData().masked
  const masked = hides || isMaskedInfo(base)
  const [isSaved, setSaved] = useState(false)
  const { met, clearConflict, save } = useDemographicsSave(address)
  const api = useApiForm({
    schema: useMemo(() => infoSchema(base), [base]),
    defaultValues: infoValues(info),
    fields: INFO_FIELDS,
    fieldOf: infoFieldOf,
    speaker: 'service',
    isBlocked: (values) => infoDifferences(infoValues(base), values).length === 0,
    send: (write: UserInfoWrite, values) => save(write, values, base),
    onSent: (saved) => {
      if (saved === null) return
      // They may have been hidden again since the form was opened.
      if (base && !isMaskedInfo(saved))
        onChanged?.(infoDifferences(infoValues(base), infoValues(saved)).map(({ path }) => path))
      setBase(saved)
      api.form.reset(infoValues(saved))
      setSaved(true)
      onDone()
    },
  })
  const { form, values } = api
  // Unmasked values refill the form; masked fields can't be edited.
  useEffect(() => {
    if (!isMaskedInfo(base) || !info || isMaskedInfo(info)) return
    setBase(info)
    form.reset(infoValues(info))
  }, [base, info, form])
  const changes = infoDifferences(infoValues(base), values)
  const guard = useLeaveGuard(changes.length > 0)
  const resolve = (theirs: readonly Conflict<InfoField['path']>[]) => {
    if (!met) return
    for (const { path, theirs: value } of theirs) form.setValue(path, value, { shouldValidate: true })
    const { medical_proxy } = form.getValues()
    if (theirs.some(({ path }) => path.startsWith('medical_proxy.'))) {
      form.setValue('has_proxy', medical_proxy.first_name !== '' || medical_proxy.last_name !== '')
    }
    // The request is checked against the current form.
    flushSync(() => {
      setBase(met.latest)
      clearConflict()
    })
    api.submit()
  }

  return (
    <>
      <ApiForm api={api} className="flex flex-1 flex-col framed:min-h-0">
        <div className="relative flex-1 p-4 framed:min-h-0 framed:overflow-y-auto rail:p-6">
          <div className="flex max-w-[860px] flex-col gap-4">
            {masked ? (
              <Masked unsaved={changes.length > 0} />
            ) : (
              !base && <Notice kind="info">No demographics yet. Lab tests require them.</Notice>
            )}
            {!masked && <RefusedValues recorded={base} />}
            <FormSummary api={api} />
            <FormProblem api={api} />
            {masked ? <DemographicsFacts values={infoValues(base)} /> : <DemographicsFields control={form.control} />}
          </div>
        </div>
        {!masked && (
          <SaveBar
            changes={changes.map(({ label }) => label)}
            isSaving={api.isPending}
            noun="demographics"
            onDiscard={() => {
              api.forget()
              form.reset(infoValues(base))
              onDone()
            }}
          />
        )}
      </ApiForm>
      {met && (
        <ConflictDialog
          conflicts={met.conflicts}
          render={({ path, label }, value) => <Redact noun={label}>{infoLabel(path, value)}</Redact>}
          onResolve={resolve}
          onClose={clearConflict}
        />
      )}
      {isSaved && back && <GoBack to={back} />}
      <UnsavedDialog guard={guard} what="the demographics" />
    </>
  )
}

/** Lists stored values that a lab would refuse; the rest can be changed all the same. */
function RefusedValues({ recorded }: { recorded: UserInfo | null }) {
  const refused = refusedValues(recorded)
  if (refused.length === 0) return null
  return (
    <Notice kind="warn">
      <p>Labs may refuse what is recorded here. You can change other fields and save without correcting it.</p>
      <ul className="list-disc pl-5">
        {refused.map(({ label, problem }) => (
          <li key={label}>
            <span>{label}: </span>
            <span>{problem}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** While patients are hidden nothing is typed about them either; what was typed before waits. */
function Masked({ unsaved }: { unsaved: boolean }) {
  return (
    <Notice kind="info" className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          Patient data is hidden.{' '}
          {unsaved ? 'What you entered is still here, but not saved yet.' : 'Show it to make changes.'}
        </p>
        <Button onPress={() => runShortcut('m')}>Show patient data</Button>
      </div>
    </Notice>
  )
}

const isChoice = (path: string) => Object.hasOwn(CHOICES, path)
const isProxy = (path: string) => path.startsWith('medical_proxy.')

const PROXY = 'Medical proxy (parent or guardian)'
const PARTS: readonly { title: string; holds: (path: InfoPath) => boolean }[] = [
  { title: 'Person', holds: (path) => ['first_name', 'last_name', 'dob', 'gender'].includes(path) },
  { title: 'Contact', holds: (path) => path === 'email' || path === 'phone_number' },
  { title: 'Address', holds: (path) => path.startsWith('address.') },
  { title: 'Self-reported (optional)', holds: isChoice },
  { title: PROXY, holds: isProxy },
]

export function DemographicsFacts({ values }: { values: InfoValues }) {
  const clock = useWallClock()
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      {PARTS.map(({ title, holds }) => (
        <SectionCard key={title} title={title}>
          {title === PROXY && !values.has_proxy ? (
            <p className="text-ink-3">No medical proxy on file.</p>
          ) : (
            <FactList
              facts={INFO_FIELDS.filter(({ path }) => holds(path)).map((field) => factOf(field, values, clock))}
            />
          )}
        </SectionCard>
      ))}
    </div>
  )
}

function wordsOf(path: InfoPath, value: string, form: DayForm): string {
  if (path === 'dob') return formatDay(value, form)
  return path.endsWith('phone_number') ? readablePhone(value) : infoLabel(path, value)
}

function factOf({ path, label }: InfoField, values: InfoValues, form: DayForm) {
  const value = textAt(values, path)
  const words = wordsOf(path, value, form)
  const short = label.replace(PROXY_PREFIX, '')
  return {
    label: short.charAt(0).toUpperCase() + short.slice(1),
    value: value === '' ? <NoValue word="not recorded" /> : <Redact noun={label}>{words}</Redact>,
  }
}
