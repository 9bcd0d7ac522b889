'use client'
import { usePathname } from 'next/navigation'
import { EnvironmentMark } from '#components/shared/environment-mark.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import type { Environment } from '#lib/contract/console/environments.ts'
import { pageName } from './nav.ts'

interface EnterProductionProps {
  environment: Environment
  from: Environment
  onEnter: () => void
  onClose: () => void
}

/** The word is the id, so that of two production environments the right one is meant. */
export function EnterProduction({ environment, from, onEnter, onClose }: EnterProductionProps) {
  return (
    <ConfirmDialog
      title={`Switch to ${environment.label}?`}
      word={environment.id}
      confirm="Switch"
      keep={`Stay in ${from.label}`}
      note={`You stay on ${pageName(usePathname())}.`}
      edge={<div data-env={environment.kind} className="env-line h-1" />}
      mark={<EnvironmentMark kind={environment.kind} className="size-10" />}
      onConfirm={onEnter}
      onClose={onClose}
    >
      You will see real patients. Bookings and links you make there reach real people.
    </ConfirmDialog>
  )
}
