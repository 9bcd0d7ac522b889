import { CatalogView } from '#components/catalog/settings/catalog-view.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/catalogue')

export default async function CatalogPage({ params }: PageProps<'/[environment]/settings/catalogue'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  const { state, failure } = await prefetchConsole(listCatalog, { params: { environment } }, await serverContext(''))
  const mayWrite = viewer !== null && can(viewer.role, 'catalogue:write')
  return (
    <ServerData state={state}>
      <CatalogView key={environment} environment={environment} mayWrite={mayWrite} failure={failure} />
    </ServerData>
  )
}
