import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Providers } from '#components/shell/providers.tsx'
import { viewerPreferences } from '#lib/pages/context.ts'
import './globals.css'
import localFont from 'next/font/local'

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

/* Latin letters are wanted on every page; the rest of the Latin script only when a name holds such a letter. The
   options are read at build time, so each stands here as a literal. */

const next = localFont({
  src: '../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  variable: '--font-next',
  weight: '200 800',
  display: 'swap',
})

const nextExt = localFont({
  src: '../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2',
  variable: '--font-next-ext',
  weight: '200 800',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
})

const mono = localFont({
  src: '../node_modules/@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2',
  variable: '--font-mono',
  weight: '200 800',
  display: 'swap',
  adjustFontFallback: false,
})

const fontVariables = `${next.variable} ${nextExt.variable} ${mono.variable}`
