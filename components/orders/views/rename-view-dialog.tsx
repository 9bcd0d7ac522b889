'use client'
import type { SavedView } from '#lib/domains/orders/views.ts'
import { useViewChanges } from './use-view-changes.ts'
import { ViewForm } from './view-form.tsx'

export function RenameViewDialog({
  environment,
  view,
  onClose,
}: {
  environment: string
  view: SavedView
  onClose: () => void
}) {
  const { change } = useViewChanges(environment)
  return (
    <ViewForm
      title="Rename view"
      confirm="Rename"
      name={view.name}
      onSend={(name) => change(view, { name })}
      onClose={onClose}
    />
  )
}
