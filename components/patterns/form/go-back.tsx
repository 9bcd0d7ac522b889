'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Leads to the page that somebody came from to do something here first. */
export function GoBack({ to }: { to: string }) {
  const router = useRouter()
  useEffect(() => router.replace(to), [router, to])
  return null
}
