import { notFound } from 'next/navigation'
import { SearchButton } from '#components/features/palette/search-button.tsx'
import { AccountLines } from '#components/features/session/account-lines.tsx'
import { MaskChip } from '#components/features/session/mask-chip.tsx'
import { SessionGuard } from '#components/features/session/session-guard.tsx'
import { UserBlock } from '#components/features/session/user-block.tsx'
import { findEnvironment, loadEnvironments } from '#components/features/shell/environments.ts'
import { Shell } from '#components/features/shell/shell.tsx'
import { MaskProvider } from '#components/ui/mask.tsx'
import { viewerPreferences } from '#lib/client/server-context.ts'
import { cookieChoice, loadViewer } from '#lib/client/server-viewer.ts'
import { patientDataCookie } from '#lib/utils/patient-data.ts'

export async function generateMetadata({ params }: LayoutProps<'/[environment]'>) {
  await loadViewer()
  const environment = await findEnvironment((await params).environment)
  return { title: { template: `%s · ${environment?.label ?? 'Not found'} · Vialdesk`, default: 'Vialdesk' } }
}

export default async function EnvironmentLayout({ params, children }: LayoutProps<'/[environment]'>) {
  const viewer = await loadViewer()
  const environment = await findEnvironment((await params).environment)
  if (!environment) notFound()
  const { id, kind } = environment
  const preferences = await viewerPreferences()
  const mask = {
    environment: id,
    masked_by_default: kind === 'production',
    choice: await cookieChoice(patientDataCookie(id)),
    now: preferences.now,
  }
  const person = viewer && { id: viewer.id, name: viewer.name, role: viewer.role }
  return (
    <MaskProvider key={id} settings={mask}>
      {viewer && (
        <SessionGuard
          key={viewer.id}
          idle={viewer.idle_timeout}
          ends_in={Date.parse(viewer.ends_at) - preferences.now}
        />
      )}
      <Shell
        environments={await loadEnvironments()}
        current={environment}
        viewer={preferences}
        account={{
          rail: person && <UserBlock person={person} environment={id} />,
          sheet: person && <AccountLines person={person} />,
        }}
        search={viewer && <SearchButton environment={id} label={environment.label} role={viewer.role} />}
        mask={<MaskChip environment={id} />}
      >
        {children}
      </Shell>
    </MaskProvider>
  )
}
