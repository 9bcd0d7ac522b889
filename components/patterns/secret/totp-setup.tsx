import { Smartphone } from 'lucide-react'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { QrCode } from '#components/ui/display/qr-code.tsx'
import { totpBody } from '#lib/domains/staff/sign-in.ts'
import { SecretField } from './secret-field.tsx'

interface TotpSetupProps {
  /** `otpauth://…`, as an authenticator app takes it. */
  uri: string
  /** @throws RequestError when the code is wrong */
  onConfirm: (code: string) => Promise<void>
  onCancel: () => void
  /** Label of the other button: "Not now". */
  cancel: string
}

const FIELDS = [{ path: 'code', label: 'Code' }] as const

/** In groups of four, as people type it. */
function secretOf(uri: string) {
  const secret = URL.canParse(uri) ? new URL(uri).searchParams.get('secret') : null
  return secret?.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** Brings a second factor into an authenticator app, and proves that it arrived. */
export function TotpSetup({ uri, onConfirm, onCancel, cancel }: TotpSetupProps) {
  const api = useApiForm({
    schema: totpBody,
    defaultValues: { code: '' },
    fields: FIELDS,
    send: ({ code }) => onConfirm(code),
  })
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
          No camera? Enter this key in the app instead.
          <div className="mt-2 -ml-5">
            <SecretField label="Key" value={secretOf(uri)} />
          </div>
        </li>
        <li>Enter the six-digit code from the app.</li>
      </ol>
      <ApiForm api={api} className="flex flex-col gap-4">
        <FormSummary api={api} />
        <FormField
          control={api.form.control}
          name="code"
          isNamed
          label="Code"
          size="l"
          icon={Smartphone}
          isRequired
          verbatim
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          inputClassName="font-mono tracking-[0.2em]"
        />
        <FormProblem api={api} />
        <div className="flex flex-wrap gap-2">
          <PendingButton type="submit" look="primary" isPending={api.isPending}>
            Turn on two-factor authentication
          </PendingButton>
          <Button look="ghost" onPress={onCancel}>
            {cancel}
          </Button>
        </div>
      </ApiForm>
    </div>
  )
}
