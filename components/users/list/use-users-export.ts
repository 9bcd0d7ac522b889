'use client'
import type { ExportJob } from '#components/patterns/export/export-job.ts'
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { RequestError } from '#lib/kernel/client/errors.ts'
import type { UserRow } from './users-query.ts'
import type { UsersBody } from './users-search.ts'

const NOUN = ['user', 'users'] as const
const NO_BIRTH = 'Birth dates are masked, so the file doesn’t include them'
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

/** `columns` are those on screen. What is masked on screen does not leave in a file. */
export function useUsersExport({ environment, columns }: { environment: string; columns: readonly string[] }) {
  const { masked } = usePatientData()
  const hidesBirth = masked && columns.includes('birth')
  const given = { environment, columns: hidesBirth ? columns.filter((id) => id !== 'birth') : columns }
  const note = hidesBirth ? NO_BIRTH : undefined
  const load = () => import('./users-export.ts')
  return {
    csv: useCsvExport({ noun: NOUN, why }),
    found: async (body: UsersBody, rows: number | null): Promise<ExportJob> => {
      const { exportFound } = await load()
      return { rows, note, run: (options) => exportFound(body, { ...given, ...options }) }
    },
    chosen: async (rows: readonly UserRow[]): Promise<ExportJob> => {
      const { exportChosen } = await load()
      return { rows: rows.length, note, run: (options) => exportChosen(rows, { ...given, ...options }) }
    },
  }
}
