import { notFound } from 'next/navigation'
import { DEMO_LINKS, DemoLinkEnd } from '#components/demo/demo-link-end.tsx'
import { findEnvironment } from '#components/shell/environments.ts'

export const metadata = { title: 'Not found' }

/** Any page the console does not have: it is missing inside the frame of its environment, not instead of it. */
export default async function MissingPage({ params }: PageProps<'/[environment]/[...missing]'>) {
  const { environment, missing } = await params
  const link = DEMO_LINKS.find((kind) => kind === missing[0])
  if (!link || (await findEnvironment(environment))?.kind !== 'demo') notFound()
  return <DemoLinkEnd kind={link} />
}
