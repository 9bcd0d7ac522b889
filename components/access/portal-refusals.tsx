'use client'
import { ClipboardPen, LockKeyhole, type LucideIcon } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { primaryLink } from '#components/ui/button/link-button.ts'
import type { AccessCardContext } from './card-context.ts'

interface RefusedCardProps {
  icon: LucideIcon
  title: string
  detail: string
  actions: ReactNode
  children: ReactNode
}

/** The portal card when there can be no link: why, and the way on. It takes the focus that the form had. */
function RefusedCard({ icon: Icon, title, detail, actions, children }: RefusedCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label="Portal link" className="flex flex-col rounded-card border border-line bg-surface shadow-1">
      <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-8 text-center">
        <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.8} />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-base">
          {title}
        </h2>
        <p className="max-w-[400px] text-ink-2">{children}</p>
        <div className="flex flex-wrap justify-center gap-2">{actions}</div>
        <p translate="no" className="font-mono text-xs break-words text-ink-3">
          detail: “{detail}”
        </p>
      </div>
    </section>
  )
}

interface RefusalProps {
  detail: string
  onBack: () => void
}

/** The form for demographics leads back here when it is saved. */
export function DemographicsFirst({
  context: { environment, user_id },
  detail,
  onBack,
}: RefusalProps & { context: AccessCardContext }) {
  const page = `/${environment}/users/${user_id}`
  return (
    <RefusedCard
      icon={ClipboardPen}
      title="Add demographics first"
      detail={detail}
      actions={
        <>
          <Link href={`${page}/demographics?next=${encodeURIComponent(`${page}/access`)}`} className={primaryLink}>
            Add demographics
          </Link>
          <Button onPress={onBack}>Try again</Button>
        </>
      }
    >
      The portal shows patients their own record, and this patient has none yet. Add their demographics; you’ll come
      back here when they’re saved.
    </RefusedCard>
  )
}

export function PortalNotEnabled({ detail, onBack }: RefusalProps) {
  return (
    <RefusedCard
      icon={LockKeyhole}
      title="Portal links aren’t enabled"
      detail={detail}
      actions={<Button onPress={onBack}>Try again</Button>}
    >
      Portal links are in closed beta, and the service enables them per team. Ask your account contact at the service to
      turn them on. Everything else on this page works without them.
    </RefusedCard>
  )
}
