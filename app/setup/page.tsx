import { SetupView } from '#components/staff/sign-in/setup-view.tsx'
import { signInOffer } from '#lib/pages/viewer.ts'

export const metadata = { title: 'Set up · Vialdesk' }

export default async function SetupPage() {
  const { sso } = await signInOffer()
  return <SetupView sso={sso?.label ?? null} />
}
