'use client'
import { Copy, Mail, Phone } from 'lucide-react'
import { proxyWords, useToday } from '#components/patterns/domain/patient.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { contactOf } from '#lib/domains/orders/patient.ts'
import { isMasked } from '#lib/utils/text/mask.ts'

const LINK =
  'inline-flex h-11 flex-1 items-center justify-center gap-2 rounded-control border border-line-2 bg-surface font-control text-ink shadow-1'
const ICON = { 'aria-hidden': true, className: 'size-4', strokeWidth: 1.9 } as const

/** On a phone: call (of a minor, who answers for them), write, or copy the ID, above the tabs. What is masked can't be called. */
export function ReachRow({ user_id, info }: { user_id: string; info: UserInfo | undefined }) {
  const { masked } = usePatientData()
  const { minor, proxy, call } = contactOf(null, info, useToday())
  const { copy } = useCopy(user_id, 'User ID')
  const canReach = (value: string | undefined) => Boolean(value) && !masked && !isMasked(value)
  return (
    <div className="mt-3 flex gap-2 rail:hidden print:hidden">
      {call !== null && canReach(call) && (
        <a href={`tel:${call}`} className={LINK}>
          <Phone {...ICON} />
          {minor === null ? 'Call' : `Call ${proxyWords(proxy)}`}
        </a>
      )}
      {canReach(info?.email) && (
        <a href={`mailto:${info?.email}`} className={LINK}>
          <Mail {...ICON} />
          Email
        </a>
      )}
      <Button onPress={() => void copy()} className="h-11 flex-1">
        <Copy {...ICON} />
        Copy ID
      </Button>
    </div>
  )
}
