'use client'
import { EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { ConfirmDialog } from '#components/ui/dialog/confirm-dialog.tsx'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { countOf } from '#lib/utils/text/counts.ts'

interface StartQuestionProps {
  environment: Environment
  count: number
  source: string
  onStart: () => void
  onClose: () => void
}

/** Before connections of real people are made. */
export function StartQuestion({ environment, count, source, onStart, onClose }: StartQuestionProps) {
  const connections = countOf(count, 'connection')
  return (
    <ConfirmDialog
      title={`Import ${connections} into ${environment.label}?`}
      word={environment.id}
      confirm={`Import ${connections}`}
      keep="Do not import"
      edge={<div data-env={environment.kind} className="env-line h-1" />}
      mark={<EnvironmentMark kind={environment.kind} className="size-10" />}
      onConfirm={onStart}
      onClose={onClose}
    >
      {source} will send the data of these people from now on. There is no undo for all of them at once: each connection
      can be removed on its user’s page.
    </ConfirmDialog>
  )
}
