import { loadEnvironments } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { EnvironmentsView } from '#components/shell/settings/environments-view.tsx'

export const metadata = titleOf('settings/environments')

export default async function EnvironmentsPage({ params }: PageProps<'/[environment]/settings/environments'>) {
  return <EnvironmentsView environments={await loadEnvironments()} current={(await params).environment} />
}
