import { loadEnvironments } from '#components/shell/environments.ts'
import { EnvironmentsView } from '#components/shell/settings/environments-view.tsx'

export const metadata = { title: 'Environments' }

export default async function EnvironmentsPage({ params }: PageProps<'/[environment]/settings/environments'>) {
  return <EnvironmentsView environments={await loadEnvironments()} current={(await params).environment} />
}
