import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { pageName } from '#components/shell/nav.ts'
import { ConfirmDialog } from '#components/ui/dialog/confirm-dialog.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

interface EnterProductionProps {
  environment: Environment
  from: Environment
  onEnter: () => void
  onClose: () => void
}

/** The word is the id, so that of two production environments the right one is meant. On record before it happens. */
export function EnterProduction({ environment, from, onEnter, onClose }: EnterProductionProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const enter = async () => {
    setPending(true)
    setProblem(null)
    try {
      await consoleRequest(reportAction, { body: { action: 'enter_production', environment: environment.id } }, {})
      onEnter()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(error.message)
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      title={`Switch to ${environment.label}?`}
      word={environment.id}
      confirm="Switch"
      keep={`Stay in ${from.label}`}
      note={`You stay on ${pageName(usePathname())}.`}
      isPending={isPending}
      edge={<div data-env={environment.kind} className="env-line h-1" />}
      mark={<EnvironmentMark kind={environment.kind} className="size-10" />}
      onConfirm={() => void enter()}
      onClose={onClose}
    >
      <span>You’ll see real patients. Bookings and links you create there reach real people.</span>
      {problem && (
        <Notice kind="bad" alert className="mt-3">
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
