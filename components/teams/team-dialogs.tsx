import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { ConfirmDialog } from '#components/patterns/form/confirm-dialog.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { SecretDialog } from '#components/patterns/secret/secret-field.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { ErrorNotice } from '#components/ui/display/notice.tsx'
import { Check } from '#components/ui/field/check.tsx'
import {
  createManagementKey,
  createTeam,
  createTeamApiKey,
  deleteManagementKey,
  deleteTeam,
  deleteTeamApiKey,
  listTeams,
  type ShownKey,
  type TeamWithKeys,
  updateTeam,
} from '#lib/domains/teams/teams.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

function useReadAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['console', listTeams.name] })
}

interface DialogProps {
  environment: string
  onClose: () => void
}

interface OfTeam extends DialogProps {
  team: TeamWithKeys
}

/** Creates a team, or renames one. */
export function TeamDialog({ environment, team, onClose }: DialogProps & { team: TeamWithKeys | null }) {
  const readAgain = useReadAgain()
  const api = useApiForm({
    schema: createTeam.body,
    defaultValues: { name: team?.name ?? '' },
    fields: [{ path: 'name', label: 'Name' }],
    send: (body) =>
      team
        ? consoleRequest(updateTeam, { params: { environment, team_id: team.team_id }, body }, {})
        : consoleRequest(createTeam, { params: { environment }, body }, {}),
    onSent: ({ name }) => {
      void readAgain()
      onClose()
      toast({ kind: 'done', title: team ? 'Team renamed.' : 'Team created.', text: name })
    },
  })
  const words = team ? 'Rename team' : 'Create team'
  return (
    <FormDialog api={api} title={words} confirm={words} onClose={onClose}>
      <FormField control={api.form.control} name="name" label="Name" autoFocus />
    </FormDialog>
  )
}

/** A key that was just made. */
export interface MadeKey {
  label: string
  key: string
}

interface MakesKey extends DialogProps {
  onMade: (made: MadeKey) => void
}

const LABEL = { path: 'label', label: 'Label' } as const
const LABEL_HINT = 'The program that uses it, such as “Patient app”.'

/** The key goes to the dialog that shows it and is kept nowhere else: forms keep what they are answered. */
function useMadeKey(onMade: MakesKey['onMade']) {
  const readAgain = useReadAgain()
  return ({ label, key }: MadeKey) => {
    void readAgain()
    onMade({ label, key })
    return null
  }
}

export function KeyDialog({ environment, team, onMade, onClose }: OfTeam & MakesKey) {
  const made = useMadeKey(onMade)
  const { team_id, name } = team
  const api = useApiForm({
    schema: createTeamApiKey.body,
    defaultValues: { label: '' },
    fields: [LABEL],
    send: async (body) => made(await consoleRequest(createTeamApiKey, { params: { environment, team_id }, body }, {})),
  })
  return (
    <FormDialog
      api={api}
      title="Create API key"
      summary={`It reads and changes everything of the team “${name}”.`}
      confirm="Create API key"
      onClose={onClose}
    >
      <FormField control={api.form.control} name="label" label="Label" hint={LABEL_HINT} autoFocus />
    </FormDialog>
  )
}

const managementForm = z
  .object({ label: z.string(), kind: z.enum(['teams', 'organization']), team_ids: z.array(z.string()) })
  .transform(({ team_ids, ...rest }) => (rest.kind === 'teams' ? { ...rest, team_ids } : rest))
  .pipe(createManagementKey.body)

const KINDS = [
  { value: 'teams', text: 'Some teams', note: 'Their names, API keys and webhook endpoints' },
  { value: 'organization', text: 'Whole organization', note: 'All teams, and management keys' },
] as const

interface ManagementKeyProps extends MakesKey {
  teams: readonly TeamWithKeys[]
}

export function ManagementKeyDialog({ environment, teams, onMade, onClose }: ManagementKeyProps) {
  const made = useMadeKey(onMade)
  const api = useApiForm({
    schema: managementForm,
    defaultValues: { label: '', kind: 'teams', team_ids: [] },
    fields: [LABEL, { path: 'team_ids', label: 'Teams' }],
    send: async (body) => made(await consoleRequest(createManagementKey, { params: { environment }, body }, {})),
  })
  const { control } = api.form
  const kind = useWatch({ control, name: 'kind' })
  const problem = api.problem('team_ids')
  return (
    <FormDialog api={api} title="Create management key" confirm="Create management key" onClose={onClose}>
      <FormField control={control} name="label" label="Label" hint={LABEL_HINT} autoFocus />
      <Controller
        control={control}
        name="kind"
        render={({ field }) => <OneOf legend="Manages" value={field.value} options={KINDS} onChange={field.onChange} />}
      />
      {kind === 'teams' && (
        <Controller
          control={control}
          name="team_ids"
          render={({ field }) => (
            <fieldset className="flex flex-col gap-2">
              <legend className="mb-2 text-sm font-control text-ink-2">Teams</legend>
              {problem && <p className="text-sm text-bad">{problem}</p>}
              {teams.map(({ team_id, name }) => (
                <Check
                  key={team_id}
                  checked={field.value.includes(team_id)}
                  onChange={(isOn) =>
                    field.onChange(isOn ? [...field.value, team_id] : field.value.filter((id) => id !== team_id))
                  }
                >
                  {name}
                </Check>
              ))}
            </fieldset>
          )}
        />
      )}
    </FormDialog>
  )
}

export function NewKeyDialog({ label, value, onClose }: { label: string; value: string; onClose: () => void }) {
  return (
    <SecretDialog title={`Key “${label}”`} label="Key" value={value} onClose={onClose}>
      Copy it now: it isn’t shown again. If you lose it, revoke it and create another.
    </SecretDialog>
  )
}

/** `team` is null for a management key. */
interface RevokeProps extends DialogProps {
  team: TeamWithKeys | null
  shown: ShownKey
}

export function RevokeQuestion({ environment, team, shown: { id: key_id, label }, onClose }: RevokeProps) {
  const onSettled = useReadAgain()
  const change = useMutation({
    mutationFn: () =>
      team
        ? consoleRequest(deleteTeamApiKey, { params: { environment, team_id: team.team_id, key_id } }, {})
        : consoleRequest(deleteManagementKey, { params: { environment, key_id } }, {}),
    onSettled,
    onSuccess: () => {
      onClose()
      toast({ kind: 'done', title: 'Key revoked.', text: label })
    },
  })
  return (
    <AskDialog
      title={`Revoke “${label}”?`}
      confirm="Revoke key"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      Programs that use it are refused from the next call on. You can’t undo this.
    </AskDialog>
  )
}

/** A team with users is deleted only after its name is typed. */
export function DeleteTeamQuestion({ environment, team: { team_id, name }, onClose }: OfTeam) {
  const onSettled = useReadAgain()
  const change = useMutation({
    mutationFn: (force: boolean) =>
      consoleRequest(deleteTeam, { params: { environment, team_id }, query: { force } }, {}),
    onSettled,
    onSuccess: () => {
      onClose()
      toast({ kind: 'done', title: 'Team deleted.', text: name })
    },
  })
  const { error, variables: isForced = false } = change
  const hasUsers = isForced || (error instanceof RequestError && error.code === 'conflict')
  const ends = 'Its API keys and webhook endpoints stop at once. You can’t undo this.'
  if (!hasUsers)
    return (
      <AskDialog
        title={`Delete team “${name}”?`}
        confirm="Delete team"
        change={change}
        onConfirm={() => change.mutate(false)}
        onClose={onClose}
      >
        {ends}
      </AskDialog>
    )
  return (
    <ConfirmDialog
      title={`Delete team “${name}” with its users?`}
      confirm="Delete team and users"
      word={name}
      isPending={change.isPending}
      onConfirm={() => change.mutate(true)}
      onClose={onClose}
    >
      <p>This team has users. They’re deleted with it, and their data is removed for good after 7 days. {ends}</p>
      {isForced && <ErrorNotice error={error} className="mt-3" />}
    </ConfirmDialog>
  )
}
