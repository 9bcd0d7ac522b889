import { useState } from 'react'
import { toast } from '#components/ui/dialog/toast.tsx'
import { signOut } from '#lib/kernel/client/session.ts'

/** Ends the session on the server first: a page that only looked signed out would be worse than one that did not leave. */
export function useSignOut() {
  const [isPending, setPending] = useState(false)
  const leave = async () => {
    setPending(true)
    try {
      await signOut('signed_out')
    } catch {
      setPending(false)
      toast({ kind: 'failed', title: 'You’re still signed in.', text: 'The console didn’t respond. Try again.' })
    }
  }
  return { isPending, leave: () => void leave() }
}
