import type { ReactNode } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { viewName } from '#lib/domains/views/view-changes.ts'

interface ViewFormProps {
  title: string
  confirm: string
  /** The name to begin with. */
  name: string
  /** Why it cannot be sent, whatever its name. */
  problem?: string | null
  /** @throws RequestError */
  onSend: (name: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

const FIELDS = [{ path: 'name', label: 'Name' }] as const
const named = z.object({ name: viewName })

/** A window that asks for the name of a view; what is wrong with it is said at its field. */
export function ViewForm({ title, confirm, name, problem = null, onSend, onClose, children }: ViewFormProps) {
  const api = useApiForm({
    schema: named,
    defaultValues: { name },
    fields: FIELDS,
    isBlocked: () => problem !== null,
    send: (body) => onSend(body.name),
    onSent: onClose,
  })
  return (
    <FormDialog api={api} title={title} confirm={confirm} isLocal sheet blocked={problem} onClose={onClose}>
      <FormField
        control={api.form.control}
        name="name"
        autoFocus
        label="Name"
        hint="Shown on the tab. Don’t use a patient’s name."
        isRequired
      />
      {children}
    </FormDialog>
  )
}
