import { DataCoverage } from '#components/connections/list/data-coverage.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('connections/coverage')

export default async function CoveragePage({ params }: PageProps<'/[environment]/connections/coverage'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  return deniedPage('connections/coverage', viewer) ?? <DataCoverage key={environment} environment={environment} />
}
