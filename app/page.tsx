import { notFound, redirect } from 'next/navigation'
import { loadEnvironments } from '#components/features/shell/environments.ts'
import { FIRST_SECTION } from '#components/features/shell/nav.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'

export default async function Home() {
  await loadViewer()
  const [first] = await loadEnvironments()
  if (!first) notFound()
  redirect(`/${first.id}/${FIRST_SECTION}`)
}
