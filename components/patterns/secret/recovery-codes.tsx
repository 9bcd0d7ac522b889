import { Check as CheckMark, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { PrintSheet } from '#components/patterns/print/print-sheet.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { saveFile } from '#lib/utils/browser/browser.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** After the person has said that they kept them. */
  onDone: () => void
}

const HEAD = 'Vialdesk recovery codes. Each code works once in place of the six-digit code.'

function saveCodes(codes: readonly string[]): Promise<void> {
  const text = [HEAD, '', ...codes, ''].join('\n')
  return saveFile('vialdesk-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))
}

/** Codes that are shown once, and three ways to keep them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [kept, setKept] = useState(false)
  const { copied, copy } = useCopy(codes.join('\n'), 'Recovery codes')
  const actions = [
    {
      label: copied ? 'Copied' : 'Copy',
      icon: copied ? CheckMark : Copy,
      run: () => void copy(),
    },
    { label: 'Download', icon: Download, run: () => void saveCodes(codes) },
    { label: 'Print', icon: Printer, run: () => window.print() },
  ]
  return (
    <div className="flex flex-col gap-4">
      <p className="text-base text-ink-2">
        Use one if you lose your phone. Each code works once. Store them away from your phone. They won’t be shown
        again.
      </p>
      <ol
        aria-label="Recovery codes"
        translate="no"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-card border border-line-2 bg-sunken px-4 py-3 font-mono text-base max-[420px]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, icon: Icon, run }) => (
          <Button icon={Icon} key={label} onPress={run}>
            {label}
          </Button>
        ))}
      </div>
      <Check checked={kept} onChange={setKept}>
        I’ve saved these codes
      </Check>
      <Button look="primary" isDisabled={!kept} onPress={onDone} className="self-start">
        Continue
      </Button>
      <PrintSheet>
        <p>{HEAD}</p>
        <ul translate="no" className="mt-4 font-mono text-lg">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </PrintSheet>
    </div>
  )
}
