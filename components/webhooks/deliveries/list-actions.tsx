'use client'
import { RotateCw } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/button/button.tsx'

interface ListActionsProps {
  environment: string
  /** There is nothing to replay. */
  isDisabled: boolean
  onReplay: () => void
}

export function ListActions({ environment, isDisabled, onReplay }: ListActionsProps) {
  return (
    <>
      <Link
        href={`/${environment}/settings/webhooks`}
        prefetch={false}
        className="font-control text-accent-ink underline underline-offset-3"
      >
        Endpoints
      </Link>
      <Button isDisabled={isDisabled} onPress={onReplay}>
        <RotateCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
        Replay
      </Button>
    </>
  )
}
