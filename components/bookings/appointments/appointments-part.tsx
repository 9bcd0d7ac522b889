import { CalendarCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import type { AppointmentsAsked } from './appointments-search.ts'

export interface AppointmentsPart {
  environment: string
  asked: AppointmentsAsked
  go: (changes: Partial<AppointmentsAsked>, way?: 'push' | 'replace') => void
  views: ReactNode
  ignored: readonly string[]
  failure: RequestFailure | null
}

export const MARK = <CalendarCheck className="size-5" />
