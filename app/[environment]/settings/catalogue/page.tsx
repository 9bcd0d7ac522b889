import { HydrationBoundary } from '@tanstack/react-query'
import { CatalogueView } from '#components/features/settings/catalogue/catalogue-view.tsx'
import { prefetchConsole } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { listCatalogue } from '#lib/contract/console/catalogue.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Catalogue' }

export default async function CataloguePage({ params }: PageProps<'/[environment]/settings/catalogue'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  const { state, failure } = await prefetchConsole(listCatalogue, { params: { environment } }, await serverContext(''))
  const mayWrite = viewer !== null && can(viewer.role, 'catalogue:write')
  return (
    <HydrationBoundary state={state}>
      <CatalogueView key={environment} environment={environment} mayWrite={mayWrite} failure={failure} />
    </HydrationBoundary>
  )
}
