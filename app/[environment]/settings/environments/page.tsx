import { EnvironmentsView } from '#components/features/settings/environments-view.tsx'
import { loadEnvironments } from '#components/features/shell/environments.ts'

export const metadata = { title: 'Environments' }

export default async function EnvironmentsPage({ params }: PageProps<'/[environment]/settings/environments'>) {
  return <EnvironmentsView environments={await loadEnvironments()} current={(await params).environment} />
}
