'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { onDemoData } from '#lib/demo/data-news.ts'
import { useDemo } from '#lib/demo/use-demo.ts'
import type { Role } from '#lib/domains/staff/roles.ts'

/** Keeps a page of the demo true to its role, and to what changes in it. */
export function DemoSync({ role }: { role: Role | null }) {
  const client = useQueryClient()
  const router = useRouter()
  const chosen = useDemo()?.snapshot.role ?? role
  useEffect(() => {
    if (chosen !== role) router.refresh()
  }, [chosen, role, router])
  useEffect(() => onDemoData(() => void client.invalidateQueries()), [client])
  return null
}
