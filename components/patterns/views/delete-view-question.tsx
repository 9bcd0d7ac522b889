'use client'
import { useState } from 'react'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import type { SavedView } from '#lib/domains/views/views.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'

interface DeleteViewQuestionProps {
  view: SavedView
  /** Rows of the list: "orders". */
  noun: string
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Others may have the tab open. */
export function DeleteViewQuestion({ view, noun, onDelete, onClose }: DeleteViewQuestionProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setPending(true)
    try {
      await onDelete()
      onClose()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(error.message)
    } finally {
      setPending(false)
    }
  }
  return (
    <AskDialog
      title={`Delete “${view.name}” for everyone?`}
      confirm="Delete for everyone"
      keep="Cancel"
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <span>It’s shared, so everyone in this environment loses the tab. The {noun} in it aren’t affected.</span>
      {problem && <FailedLine>{problem}</FailedLine>}
    </AskDialog>
  )
}
