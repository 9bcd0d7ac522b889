import { titleOf } from '#components/shell/nav.ts'
import { FindView } from '#components/users/list/find-view.tsx'

export const metadata = titleOf('find')

/** Help desks link here: `?q=` with an ID or a reference, `#q=` with anything that may name a person. */
export default async function FindPage({ params, searchParams }: PageProps<'/[environment]/find'>) {
  const [{ environment }, { q }] = await Promise.all([params, searchParams])
  return <FindView environment={environment} q={typeof q === 'string' ? q : null} />
}
