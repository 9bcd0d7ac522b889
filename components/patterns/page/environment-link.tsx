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

/** Links within the environment of the address; its code must be small, since it is sent with every page. */
export function EnvironmentLink({ path, className, children }: EnvironmentLinkProps) {
  const { environment } = useParams<{ environment: string }>()
  return (
    <Link href={`/${environment}${path}`} prefetch={false} className={className}>
      {children}
    </Link>
  )
}
