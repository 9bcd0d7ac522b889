import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Providers } from '#components/shell/providers.tsx'
import { viewerPreferences } from '#lib/pages/context.ts'
import { fontVariables } from './fonts.ts'
import './globals.css'

export const metadata: Metadata = {
  title: 'Vialdesk',
  robots: { index: false },
  icons: '/icon.svg',
  manifest: '/manifest.webmanifest',
}
export const viewport: Viewport = { viewportFit: 'cover' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, time_zone, clock_hours, day_order, now } = await viewerPreferences()
  return (
    <html lang="en" data-theme={theme} className={fontVariables}>
      <head>
        {/* react-aria adds it unless it is there, and the browser would lay out the whole page again. Its rule is in globals.css. */}
        <style id="react-aria-pressable-style" />
      </head>
      <body>
        <Providers timeZone={time_zone} clockHours={clock_hours} dayOrder={day_order} now={now}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
