'use client'
import { UserRoundX } from 'lucide-react'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'

/** The address names a user whom neither the service nor the directory knows. */
export function NoUser() {
  const { environment } = useParams<{ environment: string }>()
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        mark={<UserRoundX className="size-5" />}
        title="User not found"
        action={
          <Link href={`/${environment}/users`} prefetch={false} className={linkButton}>
            Go to users
          </Link>
        }
      >
        No user has this ID in this environment. The ID may be incomplete, or the user was deleted.
      </EmptyState>
    </>
  )
}
