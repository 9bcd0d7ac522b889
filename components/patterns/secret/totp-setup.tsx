'use client'
import { Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { QrCode } from '#components/ui/display/qr-code.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { SecretField } from './secret-field.tsx'

interface TotpSetupProps {
  /** `otpauth://…`, as an authenticator app takes it. */
  uri: string
  /** Answers what is wrong with the code; null when it was right. */
  onConfirm: (code: string) => Promise<string | null>
  onCancel: () => void
  /** What is done instead: "Not now". */
  cancel: string
}

/** In groups of four, as people type it. */
function secretOf(uri: string) {
  const secret = URL.canParse(uri) ? new URL(uri).searchParams.get('secret') : null
  return secret?.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** Brings a second factor into an authenticator app, and proves that it arrived. */
export function TotpSetup({ uri, onConfirm, onCancel, cancel }: TotpSetupProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setPending(true)
    setProblem(await onConfirm(String(new FormData(event.currentTarget).get('code') ?? '').replace(/\s/g, '')))
    setPending(false)
  }
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-4 pl-5 text-base text-ink-2 marker:font-heading marker:text-ink-3">
        <li>
          Scan this with an authenticator app on your phone.
          <div className="mt-2 -ml-5">
            <QrCode value={uri} label="QR code for an authenticator app" />
          </div>
        </li>
        <li>
          No camera? Type this key into the app instead.
          <div className="mt-2 -ml-5">
            <SecretField label="Key" value={secretOf(uri)} />
          </div>
        </li>
        <li>Type the six digits that the app shows now.</li>
      </ol>
      <Form
        onSubmit={(event) => void submit(event)}
        validationErrors={problem ? { code: problem } : {}}
        className="flex flex-col gap-4"
      >
        <Field
          label="Code"
          name="code"
          size="l"
          icon={Smartphone}
          isRequired
          verbatim
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          validate={(code) => (/^\s*(?:\d\s*){6}$/.test(code) ? null : 'Enter the six digits.')}
          inputClassName="font-mono tracking-[0.2em]"
        />
        <div className="flex flex-wrap gap-2">
          <PendingButton type="submit" look="primary" isPending={isPending}>
            Turn on second factor
          </PendingButton>
          <Button look="ghost" onPress={onCancel}>
            {cancel}
          </Button>
        </div>
      </Form>
    </div>
  )
}
