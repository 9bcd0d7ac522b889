import { redirect } from 'next/navigation'
import { SignInView } from '#components/staff/sign-in/sign-in-view.tsx'
import { ssoErrorText } from '#lib/domains/staff/sign-in.ts'
import { demoOffer } from '#lib/pages/demo.ts'
import { isSignedIn, signInOffer } from '#lib/pages/viewer.ts'
import { ENDINGS, ownPath } from '#lib/utils/http/own-path.ts'

export const metadata = { title: 'Sign in · Vialdesk' }

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { next, reason, error, claim, step } = await searchParams
  const back = ownPath(typeof next === 'string' ? next : null)
  if (await isSignedIn()) redirect(back ?? '/')
  const [{ sso, idle_minutes, needs_setup }, demo] = await Promise.all([signInOffer(), demoOffer()])
  return (
    <SignInView
      sso={sso?.label ?? null}
      idleMinutes={idle_minutes}
      next={back}
      reason={ENDINGS.find((ending) => ending === reason) ?? null}
      problem={ssoErrorText(error, claim)}
      needsSetup={needs_setup}
      isIdentified={step === 'code'}
      offersDemo={demo === 'on'}
    />
  )
}
