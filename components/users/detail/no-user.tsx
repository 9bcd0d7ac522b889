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
        The ID may be incomplete, belong to another environment or to a deleted user. While the user directory loads for
        the first time, some users can’t be found yet: try again in a few minutes.
      </EmptyState>
    </>
  )
}
