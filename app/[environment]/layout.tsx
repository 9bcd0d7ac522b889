import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import {
  DemoAccountLinesSlot,
  DemoAccountSlot,
  DemoChipSlot,
  DemoPanelSlot,
} from '#components/features/demo/demo-slots.tsx'
import { DocumentGate } from '#components/features/demo/document-gate.tsx'
import { SearchButton } from '#components/features/palette/search-button.tsx'
import { AccountLines } from '#components/features/session/account-lines.tsx'
import { MaskChip } from '#components/features/session/mask-chip.tsx'
import { SessionGuard } from '#components/features/session/session-guard.tsx'
import { type Person, UserBlock } from '#components/features/session/user-block.tsx'
import { findEnvironment, loadEnvironments } from '#components/features/shell/environments.ts'
import { Shell } from '#components/features/shell/shell.tsx'
import { DemoBadge, DemoPrintMark } from '#components/shared/demo-mark.tsx'
import { MaskProvider } from '#components/ui/mask.tsx'
import { demoOffer } from '#lib/client/demo/server.ts'
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
  const isDemo = kind === 'demo'
  const preferences = await viewerPreferences()
  const mask = {
    environment: id,
    masked_by_default: kind === 'production',
    choice: await cookieChoice(patientDataCookie(id)),
    now: preferences.now,
  }
  const person = viewer && { id: viewer.id, name: viewer.name, role: viewer.role }
  const page = (
    <MaskProvider key={id} settings={mask}>
      {viewer && !isDemo && (
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
        {...(isDemo ? demoSlots(person, id, (await demoOffer()) === 'on') : staffSlots(person, id))}
        search={viewer && <SearchButton environment={id} label={environment.label} role={viewer.role} />}
        mask={<MaskChip environment={id} />}
      >
        {isDemo && <DemoMarks />}
        {children}
      </Shell>
    </MaskProvider>
  )
  return <DocumentGate demo={isDemo ? { role: viewer?.role ?? null } : null}>{page}</DocumentGate>
}

interface Slots {
  account: { rail: ReactNode; sheet: ReactNode }
  chip?: ReactNode
  panel?: ReactNode
}

function staffSlots(person: Person | null, environment: string): Slots {
  return {
    account: {
      rail: person && <UserBlock person={person} environment={environment} />,
      sheet: person && <AccountLines person={person} />,
    },
  }
}

function demoSlots(person: Person | null, environment: string, canLeave: boolean): Slots {
  return {
    account: {
      rail: person && <DemoAccountSlot person={person} canLeave={canLeave} />,
      sheet: person && <DemoAccountLinesSlot person={person} canLeave={canLeave} />,
    },
    chip: <DemoChipSlot />,
    panel: <DemoPanelSlot environment={environment} />,
  }
}

function DemoMarks() {
  return (
    <>
      <DemoBadge />
      <DemoPrintMark />
    </>
  )
}
