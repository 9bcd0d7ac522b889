'use client'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { Icon } from '#components/ui/display/icon.tsx'
import { startSso } from '#lib/domains/staff/auth-client.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { LARGE } from './password-step.tsx'
import { ProblemNotice, useLock } from './problem-notice.tsx'

/** In place of a password: an invited person links their identity at the identity provider, and signs in with it from then on. */
export function InvitedSso({ label, token }: { label: string; token: string }) {
  const start = useMutation({
    mutationFn: () => startSso({ next: '/', token }),
    onSuccess: ({ url }) => leaveFor(url),
  })
  const error = start.error instanceof RequestError ? start.error : null
  const left = useLock(error)
  return (
    <div className="mt-6 flex flex-col gap-3 border-line border-t pt-6">
      <p className="text-ink-2">Or sign in with {label} from now on, with no password here.</p>
      <ProblemNotice error={error} text={error?.message ?? null} left={left} />
      <Button onPress={() => start.mutate()} isDisabled={start.isPending || left > 0} className={LARGE}>
        <Icon of={KeyRound} />
        Continue with {label}
      </Button>
    </div>
  )
}
