import { notFound, redirect } from 'next/navigation'
import { loadEnvironments } from '#components/shell/environments.ts'
import { FIRST_SECTION, pathOf } from '#components/shell/nav.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export default async function Home() {
  await loadViewer()
  const [first] = await loadEnvironments()
  if (!first) notFound()
  redirect(pathOf(first.id, FIRST_SECTION))
}
