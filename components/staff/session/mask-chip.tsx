'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { useMaskSwitch, usePatientData } from '#components/ui/display/mask.tsx'
import { revealPatientData } from '#lib/domains/environments/environment.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { formatCountdown } from '#lib/utils/time/durations.ts'

/** Refetches after masking changes; the audit log is never masked. */
async function readAgain(client: QueryClient) {
  // The log's schema is large, and most pages don't need it.
  const { listAudit } = await import('#lib/domains/audit/audit.ts')
  client.removeQueries({ type: 'inactive' })
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== listAudit.name })
}

/** Changes whether patients are shown; once a reveal is on record everything on the page is read again. */
export function MaskChip({ environment }: { environment: string }) {
  const { masked, until } = usePatientData()
  const { hide, show } = useMaskSwitch()
  const [singleKeys] = useSingleKeys()
  const left = useSecondsLeft(until)
  const busy = useRef(false)
  const client = useQueryClient()
  const before = useRef(masked)
  useEffect(() => {
    if (before.current !== masked) {
      announce(masked ? 'Patient data hidden.' : 'Patient data shown.')
      void readAgain(client)
    }
    before.current = masked
  }, [masked, client])
  useEffect(() => {
    if (left === 60) announce('Patient data hides in a minute.')
  }, [left])

  const toggle = async () => {
    if (!masked) return hide()
    if (busy.current) return
    busy.current = true
    try {
      await consoleRequest(revealPatientData, { params: { environment } }, {})
      show()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'Patient data stays hidden.', text: error.message })
    } finally {
      busy.current = false
    }
  }
  const Icon = masked ? EyeOff : Eye
  useShortcuts([
    {
      strokes: ['m'],
      label: masked ? 'Show patient data' : 'Hide patient data',
      words: 'mask reveal names privacy',
      group: 'Console',
      icon: Icon,
      run: () => void toggle(),
    },
  ])

  return (
    <button
      type="button"
      data-tone={until === null ? undefined : 'warn'}
      title={masked ? 'Show patient names and birth dates' : 'Hide patient names and birth dates'}
      onClick={() => void toggle()}
      className={clsx(
        'inline-flex h-[30px] items-center gap-1.5 rounded-control border px-2 text-sm font-control whitespace-nowrap shadow-1 max-rail:h-10 max-rail:min-w-10 max-rail:justify-center print:hidden',
        until === null
          ? 'border-line-2 bg-surface text-ink hover:bg-hover'
          : 'border-tone-line bg-tone-soft text-tone-fg hover:border-tone-fg',
      )}
    >
      <Icon className="shrink-0" />
      <span className="max-rail:sr-only">{masked ? 'Patient data masked' : 'Patient data visible'}</span>
      {until !== null && (
        <span suppressHydrationWarning>
          <span aria-hidden="true" className="max-rail:hidden">
            ·{' '}
          </span>
          {formatCountdown(left)}
        </span>
      )}
      {singleKeys && (
        <span aria-hidden="true" className="max-rail:hidden">
          <Kbd>M</Kbd>
        </span>
      )}
    </button>
  )
}
