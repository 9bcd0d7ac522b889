import { SetupView } from '#components/staff/sign-in/setup-view.tsx'

export const metadata = { title: 'Set up · Vialdesk' }

export default function SetupPage() {
  return <SetupView />
}
