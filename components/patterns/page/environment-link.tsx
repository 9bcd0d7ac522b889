'use client'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'

interface EnvironmentLinkProps {
  /** Below the environment of the address: "/orders". */
  path: string
  className: string
  children: ReactNode
}

/**
 * A link within the environment of the address, for pages made on the server that are not told which it is. Such a page
 * is sent along with every other, so its code must not be.
 */
export function EnvironmentLink({ path, className, children }: EnvironmentLinkProps) {
  const { environment } = useParams<{ environment: string }>()
  return (
    <Link href={`/${environment}${path}`} prefetch={false} className={className}>
      {children}
    </Link>
  )
}
