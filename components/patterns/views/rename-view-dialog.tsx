'use client'
import type { SavedView, ViewPlace } from '#lib/domains/views/views.ts'
import { useViewChanges } from './use-view-changes.ts'
import { ViewForm } from './view-form.tsx'

export function RenameViewDialog({ place, view, onClose }: { place: ViewPlace; view: SavedView; onClose: () => void }) {
  const { change } = useViewChanges(place)
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
