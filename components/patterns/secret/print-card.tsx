import { Printer } from 'lucide-react'
import { useState } from 'react'
import { PrintSheet, usePrintNow } from '#components/patterns/print/print-sheet.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { QrCode } from '#components/ui/display/qr-code.tsx'
import { type AllowSecret, NOT_ON_RECORD } from './secret-field.tsx'

export interface SecretCardText {
  title: string
  /** Steps in plain words. */
  steps: readonly string[]
  /** The one thing the sheet is about: what its QR code holds. */
  link: string
  /** The same thing for people without a camera: the link itself, or its code. */
  typed: { label: string; text: string }
  /** "It works until 21 Nov 2026, 15:14 CST." */
  until: string
}

/** Prints a sheet for the patient, in large type, with one link on it and nothing else of the page. */
export function PrintCardButton({ sheet, allow }: { sheet: SecretCardText; allow: AllowSecret }) {
  const [isPrinting, setPrinting] = useState(false)
  const [failed, setFailed] = useState(false)
  const print = async () => {
    const yes = await allow('print')
    setFailed(!yes)
    setPrinting(yes)
  }
  return (
    <span>
      <Button icon={Printer} onPress={() => void print()}>
        Print card
      </Button>
      {failed && <FailedLine>{NOT_ON_RECORD}</FailedLine>}
      {isPrinting && <SecretCard sheet={sheet} onPrinted={() => setPrinting(false)} />}
    </span>
  )
}

/** Is there only while it is printed, so that what is printed otherwise holds no secret. */
function SecretCard({ sheet, onPrinted }: { sheet: SecretCardText; onPrinted: () => void }) {
  const { title, steps, link, typed, until } = sheet
  usePrintNow(onPrinted)
  return (
    <PrintSheet>
      <article className="mx-auto flex max-w-[620px] flex-col gap-7 p-4 text-[18px]/7 text-[black]">
        <h1 className="border-b-2 border-[black] pb-3 text-[30px]/9">{title}</h1>
        <ol className="flex list-decimal flex-col gap-3 pl-7 marker:font-heading">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <div className="flex flex-col items-center gap-3 text-center">
          <QrCode value={link} label={title} size={240} />
          <p className="text-[16px]/6">{typed.label}</p>
          <p translate="no" className="font-mono text-[22px]/8 break-all">
            {typed.text}
          </p>
        </div>
        <div className="border-t border-[black] pt-4 text-[16px]/6">
          <p className="font-heading">{until}</p>
          <p>
            This card is only for you. Anyone who has it can act in your name. Keep it private and destroy it when
            you’re done.
          </p>
        </div>
      </article>
    </PrintSheet>
  )
}
