import { redirect } from 'next/navigation'
import { FIRST_SECTION } from '#components/features/shell/nav.ts'

export default async function EnvironmentHome({ params }: PageProps<'/[environment]'>) {
  redirect(`/${(await params).environment}/${FIRST_SECTION}`)
}
