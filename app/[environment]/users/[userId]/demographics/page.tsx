import { notFound } from 'next/navigation'
import { loadUserInfo, readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { DemographicsView } from '#components/demographics/demographics-view.tsx'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { loadViewer } from '#lib/pages/viewer.ts'
import { ownPath } from '#lib/utils/http/own-path.ts'

export const metadata = { title: 'Demographics' }

type Props = PageProps<'/[environment]/users/[userId]/demographics'>

/** `next` is where somebody came from who needs them first. */
export default async function DemographicsPage({ params, searchParams }: Props) {
  const { environment, userId } = await params
  const user_id = readUserId(userId)
  if (!user_id) notFound()
  const [{ failure }, viewer] = await Promise.all([loadUserInfo(environment, user_id), loadViewer()])
  const may = viewer !== null && can(viewer.role, 'demographics:write')
  return (
    <DemographicsView
      environment={environment}
      user_id={user_id}
      denial={may || !viewer ? null : denialOf(viewer.role, 'demographics:write')}
      failure={failure}
      back={ownPath(searchOf(await searchParams).get('next'))}
    />
  )
}
