import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { copyText } from '#lib/utils/browser/browser.ts'
import { formatCountdown } from '#lib/utils/time/durations.ts'

const SHOWN_FOR = 30_000
const COPIED_FOR = 2_000
const DOTS = '•'.repeat(16)

/** Asked before a secret is shown or copied; it stays hidden unless this says yes. */
export type AllowSecret = (act: 'show' | 'copy' | 'print') => Promise<boolean>

export const NOT_ON_RECORD = 'This couldn’t be recorded in the audit log, so nothing was done. Try again.'
const allowAll: AllowSecret = async () => true

/** Whether something secret is on screen: for 30 seconds, and after somebody has been asked. */
export function useShown(allow: AllowSecret = allowAll) {
  const [until, setUntil] = useState<number | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [failed, setFailed] = useState(false)
  const left = useSecondsLeft(until)
  useEffect(() => {
    if (until !== null && left === 0) setUntil(null)
  }, [until, left])
  const toggle = async () => {
    if (isAsking) return
    if (until !== null) return setUntil(null)
    setAsking(true)
    const yes = await allow('show')
    setAsking(false)
    setFailed(!yes)
    if (yes) setUntil(Date.now() + SHOWN_FOR)
  }
  return { shown: until !== null && left > 0, left, failed, toggle: () => void toggle() }
}

function useGuardedCopy(value: string, label: string, allow: AllowSecret) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), COPIED_FOR)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    const result = await copyWhen(allow('copy'), value)
    setOutcome(result)
    if (result === 'copied') announce(`${label} copied.`)
  }
  return { outcome, copy: () => void copy() }
}

interface SecretFieldProps {
  /** "One-time link" */
  label: string
  value: string
  allow?: AllowSecret
  /** Hides the last characters too, for short codes. */
  hideEnd?: boolean
}

/** A value that opens a door: dots and its end, until asked for; copying needs no showing, and paper never gets it. */
export function SecretField({ label, value, allow = allowAll, hideEnd = false }: SecretFieldProps) {
  const { shown, left, failed, toggle } = useShown(allow)
  const { outcome, copy } = useGuardedCopy(value, label, allow)
  const id = useId()
  const copied = outcome === 'copied'
  return (
    <div className="print:hidden">
      <p id={id} className="pb-1.5 text-sm font-control text-ink-2">
        {label}
        {shown && <span className="font-text text-ink-3"> hides in {formatCountdown(left)}</span>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would read its legend before every button */}
      <div
        role="group"
        aria-labelledby={id}
        className="flex items-center gap-1 rounded-control border border-control bg-sunken py-1 pr-1 pl-2.5"
      >
        <Verbatim className="min-w-0 flex-1 font-mono text-sm">
          {shown ? (
            <span className="block break-all select-all">{value}</span>
          ) : (
            <span className="flex text-ink-2">
              <span className="sr-only">{hideEnd ? 'Hidden' : 'Hidden, ends in '}</span>
              <span aria-hidden="true" className="min-w-0 overflow-hidden whitespace-nowrap">
                {DOTS}
              </span>
              {!hideEnd && <span className="shrink-0">{value.slice(-4)}</span>}
            </span>
          )}
        </Verbatim>
        <Button icon={shown ? EyeOff : Eye} look="ghost" className="h-7" onPress={toggle} aria-pressed={shown}>
          {shown ? 'Hide' : 'Show'}
        </Button>
        <Button icon={copied ? Check : Copy} className="h-7" onPress={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {(failed || outcome === 'refused') && <FailedLine>{NOT_ON_RECORD}</FailedLine>}
      {outcome === 'failed' && (
        <FailedLine>{label} not copied. The browser blocked it. Select it and copy it manually.</FailedLine>
      )}
    </div>
  )
}

interface SecretDialogProps {
  title: string
  label: string
  value: string
  onClose: () => void
  children: ReactNode
}

/** It isn't shown again: Esc alone must not lose it. */
const stay = () => undefined

/** A new secret, this once. */
export function SecretDialog({ title, label, value, onClose, children }: SecretDialogProps) {
  return (
    <Dialog isOpen onClose={stay} dismissable={false} className="max-w-[480px]">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <DialogTitle>{title}</DialogTitle>
          <p className="mt-1 text-ink-2">{children}</p>
        </div>
        <SecretField label={label} value={value} />
      </div>
      <div className="flex justify-end border-t border-line bg-sunken px-5 py-3">
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}

/** Safari copies within the press only, so the clipboard gets a promise that never comes when it isn't allowed. */
async function copyWhen(allowed: Promise<boolean>, text: string): Promise<'copied' | 'refused' | 'failed'> {
  const promised = allowed.then((yes) => {
    if (!yes) throw new Error('not allowed')
    return new Blob([text], { type: 'text/plain' })
  })
  // The clipboard may never read the promise; its rejection must not count as an unhandled error.
  promised.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': promised })])
    return 'copied'
  } catch {
    if (!(await allowed)) return 'refused'
    return (await copyText(text)) ? 'copied' : 'failed'
  }
}
