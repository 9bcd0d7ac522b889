import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'
import { beginAnew, hasOtherData, onDemoData } from '#lib/demo/news.ts'
import { useDemo } from '#lib/demo/use-demo.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { readAllAgain } from '#lib/kernel/client/queries.ts'

export function DemoSync({ role }: { role: Role | null }) {
  const client = useQueryClient()
  const router = useRouter()
  const chosen = useDemo()?.snapshot.role ?? role
  const isBehind = chosen !== role
  const hasMissed = useRef(false)
  const readAgain = useEffectEvent(() => {
    // Rendered for another role, the page would ask for what this one may not read.
    hasMissed.current = isBehind
    if (isBehind) return
    if (!hasOtherData()) return void readAllAgain(client)
    void client.resetQueries()
    beginAnew()
  })
  useEffect(() => {
    if (isBehind) router.refresh()
    else if (hasMissed.current) readAgain()
  }, [isBehind, router])
  useEffect(() => onDemoData(() => readAgain()), [])
  return null
}
