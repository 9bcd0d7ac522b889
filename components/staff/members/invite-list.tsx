/** Invitations for several people at once: a pasted list of names and email addresses. */
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormNote } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { staffInvitation } from '#lib/domains/staff/staff.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { addressesIn, leastRights, RightsFields } from './member-dialogs.tsx'
import type { MadeLinks } from './one-time-link.tsx'
import { useStaffChanges } from './use-staff.ts'

const MOST = 50
const CHARACTERS = 10_000
/** Characters of a line that its error quotes. */
const QUOTED = 40
/** Reads one person a line, or addresses between commas, with the line that each is from. A missing name is made from the address. */
export function readPeople(text: string) {
  return text.split('\n').flatMap((line, at) =>
    line
      .split(';')
      .flatMap((part) => (addressesIn(part).length > 1 ? part.split(',') : [part]))
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [email = ''] = addressesIn(part)
        const rest = part.replace(email, '').replaceAll(/[<>"()\t]+/g, ' ')
        const names = rest.split(',').flatMap((name) => name.trim() || [])
        return { name: names.toReversed().join(' ') || nameFrom(email), email, line: at + 1, typed: part.trim() }
      }),
  )
}

function nameFrom(email: string): string {
  const words = email.replace(/@.*/, '').split(/[._-]+/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

const person = staffInvitation.pick({ name: true, email: true })

const listForm = staffInvitation.pick({ role: true, environments: true }).extend({
  people: z
    .string()
    .max(CHARACTERS)
    .transform((text, { addIssue }) => {
      const wrong: string[] = []
      const read = readPeople(text).map(({ line, typed, ...one }) => {
        const { data, error } = person.safeParse(one)
        const quoted = typed.length > QUOTED ? `${typed.slice(0, QUOTED)}…` : typed
        if (error) wrong.push(`Line ${line}, “${quoted}”: ${error.issues[0]?.message ?? 'Enter an email address.'}`)
        return data ?? one
      })
      if (wrong.length > 0) addIssue(wrong.join('\n'))
      const unique = [...new Map(read.map((one) => [one.email, one])).values()]
      if (unique.length === 0) addIssue('Enter at least one email address.')
      if (unique.length > MOST) addIssue(`Invite up to ${MOST} people at a time. This list has ${unique.length}.`)
      return unique
    }),
})

const FIELDS = [
  { path: 'people', label: 'People' },
  { path: 'role', label: 'Role' },
  { path: 'environments', label: 'Environments' },
] as const

interface InviteListDialogProps {
  /** Text pasted so far. */
  text: string
  environments: readonly Environment[]
  onInvited: (made: MadeLinks) => void
  onClose: () => void
}

/** All of them get the same role and environments. One that is refused keeps no other from being invited. */
export function InviteListDialog({ text, environments, onInvited, onClose }: InviteListDialogProps) {
  const { invite } = useStaffChanges()
  const api = useApiForm({
    schema: listForm,
    defaultValues: { people: text, ...leastRights(environments) },
    fields: FIELDS,
    send: async ({ people, ...rights }) => {
      const made: MadeLinks = { links: [], refused: [] }
      for (const { name, email } of people) {
        try {
          const { link, expires_at } = await invite.mutateAsync({ name, email, ...rights })
          made.links.push({ name, link, expires_at })
        } catch (error) {
          if (!(error instanceof RequestError)) throw error
          made.refused.push({ email, why: error.message })
        }
      }
      return made
    },
    onSent: onInvited,
  })
  const count = readPeople(api.values.people).length
  const { control, setValue } = api.form
  return (
    <FormDialog
      api={api}
      title="Invite several people"
      summary="You’ll get a one-time link for each of them. No email is sent."
      confirm={count > 0 ? `Create ${countOf(count, 'link')}` : 'Create links'}
      onClose={onClose}
    >
      <FormNote
        control={control}
        name="people"
        label="People"
        hint="One a line: Mara Moss, mara@clinic.org"
        max={CHARACTERS}
        rows={8}
        autoFocus
      />
      <RightsFields
        rights={api.values}
        environments={environments}
        onRole={(role) => setValue('role', role)}
        onEnvironments={(chosen) => setValue('environments', chosen)}
      />
    </FormDialog>
  )
}
