import { SettingsFrame } from '#components/shell/settings/settings-frame.tsx'

export default async function SettingsLayout({ params, children }: LayoutProps<'/[environment]/settings'>) {
  return <SettingsFrame environment={(await params).environment}>{children}</SettingsFrame>
}
