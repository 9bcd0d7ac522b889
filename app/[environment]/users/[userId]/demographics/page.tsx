import { notFound } from 'next/navigation'
import { loadUserInfo, readUserId } from '#app/[environment]/users/[userId]/load-user.ts'
import { DemographicsView } from '#components/features/user/demographics-view.tsx'
import { searchOf } from '#lib/client/list-search.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { can } from '#lib/contract/roles.ts'
import { ownPath } from '#lib/utils/own-path.ts'

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
