'use client'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { HintProvider } from '#components/ui/dialog/hint.tsx'
import { ViewerProvider } from '#components/ui/display/viewer.tsx'
import { createQueryClient } from '#lib/kernel/client/queries.ts'
import { tolerateTranslation } from '#lib/utils/browser/translated-nodes.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'

if (typeof window !== 'undefined') tolerateTranslation()

interface ProvidersProps {
  timeZone: string
  clockHours: WallClock['hours']
  dayOrder: NonNullable<WallClock['days']>
  now: number
  children: ReactNode
}

/** The console speaks English only, whatever the browser's language: no half-translated parts. */
export function Providers({ timeZone, clockHours, dayOrder, now, children }: ProvidersProps) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <I18nProvider locale="en-US">
        <ViewerProvider timeZone={timeZone} clockHours={clockHours} dayOrder={dayOrder} now={now}>
          <HintProvider>{children}</HintProvider>
        </ViewerProvider>
      </I18nProvider>
    </QueryClientProvider>
  )
}
