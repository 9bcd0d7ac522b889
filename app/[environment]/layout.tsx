import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { DemoAccount, DemoAccountLines, DemoChip, DemoPanel } from '#components/demo/demo-slots.tsx'
import { DocumentGate } from '#components/demo/document-gate.tsx'
import { CallRemindersSlot } from '#components/orders/critical/critical-result.tsx'
import { DemoBadge, DemoPrintMark } from '#components/patterns/page/environment-mark.tsx'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { ClockNotice } from '#components/patterns/states/states.tsx'
import { findEnvironment, loadEnvironments } from '#components/shell/environments.ts'
import { SearchButton } from '#components/shell/palette/search-button.tsx'
import { Shell } from '#components/shell/shell.tsx'
import { MaskChip } from '#components/staff/session/mask-chip.tsx'
import { NoticesSlot, OwnerCheckSlot } from '#components/staff/session/notices-slot.tsx'
import { SessionGuard } from '#components/staff/session/session-guard.tsx'
import { AccountLines, type Person, UserBlock } from '#components/staff/session/user-block.tsx'
import { MaskProvider } from '#components/ui/display/mask.tsx'
import { isMaskedByDefault } from '#lib/domains/environments/environment.ts'
import { viewerPreferences } from '#lib/pages/context.ts'
import { demoOffer } from '#lib/pages/demo.ts'
import { cookieChoice, loadViewer } from '#lib/pages/viewer.ts'
import { patientDataCookie } from '#lib/utils/browser/patient-data.ts'

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
    masked_by_default: isMaskedByDefault(environment),
    choice: await cookieChoice(patientDataCookie(id)),
    now: preferences.now,
  }
  const person = viewer && { id: viewer.id, name: viewer.name, role: viewer.role }
  const page = (
    <MaskProvider key={id} settings={mask}>
      {viewer && !isDemo && (
        <SessionGuard
          key={viewer.id}
          person={{ id: viewer.id, email: viewer.email }}
          idle={viewer.idle_timeout}
          ends_in={Date.parse(viewer.ends_at) - preferences.now}
        />
      )}
      <RoleProvider role={viewer?.role ?? null} viewer_id={viewer?.id ?? null} operations={environment.operations}>
        <Shell
          environments={await loadEnvironments()}
          current={environment}
          viewer={preferences}
          person={viewer?.name ?? null}
          {...(isDemo ? demoSlots(person, id, (await demoOffer()) === 'on') : staffSlots(person, id))}
          search={viewer && <SearchButton environment={id} label={environment.label} role={viewer.role} />}
          mask={<MaskChip environment={id} />}
        >
          {isDemo && <DemoMarks />}
          {!isDemo && <ClockNotice />}
          {viewer !== null && !isDemo && <OwnerCheckSlot hasSecondFactor={viewer.second_factor} />}
          {viewer !== null && !isDemo && <NoticesSlot key={viewer.id} count={viewer.notices} />}
          {viewer !== null && <CallRemindersSlot key={`call ${viewer.id}`} environment={id} viewer_id={viewer.id} />}
          {children}
        </Shell>
      </RoleProvider>
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
      rail: person && <DemoAccount person={person} canLeave={canLeave} />,
      sheet: person && <DemoAccountLines person={person} canLeave={canLeave} />,
    },
    chip: <DemoChip />,
    panel: <DemoPanel environment={environment} />,
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
