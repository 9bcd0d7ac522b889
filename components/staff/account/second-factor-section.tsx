import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import {
  confirmSecondFactor,
  disableSecondFactor,
  enrollSecondFactor,
  ownSecondFactor,
  replaceRecoveryCodes,
} from '#lib/domains/staff/auth-client.ts'
import { countOf } from '#lib/utils/text/counts.ts'

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog')
const TotpSetup = lazyPart(() => import('#components/patterns/secret/totp-setup.tsx'), 'TotpSetup')
const RecoveryCodes = lazyPart(() => import('#components/patterns/secret/recovery-codes.tsx'), 'RecoveryCodes')

const FACTOR_KEY = ['own_second_factor'] as const
/** From here on it's time to create new ones. */
const FEW_CODES = 2

type Step =
  | { at: 'rest' }
  | { at: 'ask'; change: 'turn_on' | 'turn_off' | 'new_codes' }
  | { at: 'scan'; uri: string; codes: readonly string[] }
  | { at: 'keep'; codes: readonly string[] }

const QUESTIONS = {
  turn_on: { title: 'Turn on two-factor authentication?', confirm: 'Continue', text: 'Have your phone ready.' },
  turn_off: {
    title: 'Turn off two-factor authentication?',
    confirm: 'Turn off',
    text: 'After that, your password alone signs you in. Your recovery codes stop working.',
  },
  new_codes: {
    title: 'Make new recovery codes?',
    confirm: 'Create new codes',
    text: 'Your current codes stop working.',
  },
} as const

export function SecondFactorSection({ isOn, onChanged }: { isOn: boolean; onChanged: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const client = useQueryClient()
  const rest = () => setStep({ at: 'rest' })
  const recount = () => void client.invalidateQueries({ queryKey: FACTOR_KEY })

  const change = async (kind: keyof typeof QUESTIONS, proof: { password: string; code: string }) => {
    if (kind === 'turn_on') {
      const { uri, recovery_codes } = await enrollSecondFactor(proof.password)
      setStep({ at: 'scan', uri, codes: recovery_codes })
    } else if (kind === 'new_codes') {
      setStep({ at: 'keep', codes: (await replaceRecoveryCodes(proof)).recovery_codes })
      recount()
    } else {
      await disableSecondFactor(proof)
      rest()
      onChanged()
      toast({ kind: 'done', title: 'Two-factor authentication turned off.' })
    }
  }
  const confirm = async (code: string, codes: readonly string[]) => {
    await confirmSecondFactor(code)
    recount()
    setStep({ at: 'keep', codes })
    onChanged()
  }

  return (
    <SectionCard
      title="Two-factor authentication"
      summary="A six-digit code from your phone, in addition to your password."
      action={
        isOn ? <Pill tone="ok" icon={ShieldCheck} label="On" /> : <Pill tone="warn" icon={ShieldAlert} label="Off" />
      }
    >
      {step.at === 'scan' && (
        <div className="max-w-[400px]">
          <TotpSetup uri={step.uri} onConfirm={(code) => confirm(code, step.codes)} onCancel={rest} cancel="Cancel" />
        </div>
      )}
      {step.at === 'keep' && (
        <div className="max-w-[440px]">
          <RecoveryCodes codes={step.codes} onDone={rest} />
        </div>
      )}
      {step.at === 'ask' && (
        <PasswordDialog
          title={QUESTIONS[step.change].title}
          confirm={QUESTIONS[step.change].confirm}
          withCode={step.change !== 'turn_on'}
          onConfirm={(proof) => change(step.change, proof)}
          onClose={rest}
        >
          {QUESTIONS[step.change].text}
        </PasswordDialog>
      )}
      {(step.at === 'rest' || step.at === 'ask') && (
        <Rest isOn={isOn} onAsk={(kind) => setStep({ at: 'ask', change: kind })} />
      )}
    </SectionCard>
  )
}

function Rest({ isOn, onAsk }: { isOn: boolean; onAsk: (change: keyof typeof QUESTIONS) => void }) {
  const { data } = useQuery({ queryKey: FACTOR_KEY, queryFn: ownSecondFactor, enabled: isOn })
  if (!isOn) {
    return (
      <>
        <p className="max-w-[56ch] text-ink-2">
          If your password leaks, this keeps your account safe. It takes two minutes and an authenticator app.
        </p>
        <Button look="primary" onPress={() => onAsk('turn_on')} className="mt-3">
          Turn on two-factor authentication
        </Button>
      </>
    )
  }
  return (
    <>
      <CodesLeft left={data?.recovery_codes_left ?? null} />
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onAsk('new_codes')}>Create new recovery codes</Button>
        {data?.required === false && <Button onPress={() => onAsk('turn_off')}>Turn off</Button>}
      </div>
      {data?.required && <p className="mt-3 text-sm text-ink-3">Your role requires two-factor authentication.</p>}
    </>
  )
}

/** Nothing is said until the count is known. */
function CodesLeft({ left }: { left: number | null }) {
  if (left === null) return null
  if (left > FEW_CODES) return <p className="mb-3 text-ink-2">{left} recovery codes left.</p>
  return (
    <Notice kind="warn" className="mb-3">
      {left === 0 ? 'No recovery codes left.' : `Only ${countOf(left, 'recovery code')} left.`} Without a code, losing
      your phone locks you out until an administrator resets your access. Create new ones now.
    </Notice>
  )
}
