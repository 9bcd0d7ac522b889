'use client'
/** The two files the list can make, loaded with the first of them. */
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { RequestError } from '#lib/kernel/client/errors.ts'
import type { UserRow } from './users-query.ts'
import type { UsersBody } from './users-search.ts'

const load = () => import('./users-export.ts')
const NOUN = ['user', 'users'] as const
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

/** `columns` are those on screen. What is masked on screen does not leave in a file. */
export function useUsersExport({ environment, columns }: { environment: string; columns: readonly string[] }) {
  const csv = useCsvExport({ noun: NOUN, why })
  const { masked } = usePatientData()
  const hidesBirth = masked && columns.includes('birth')
  const given = hidesBirth ? columns.filter((id) => id !== 'birth') : columns
  const note = hidesBirth ? 'Birth dates are masked, so the file doesn’t include them' : undefined
  return {
    csv,
    found: (body: UsersBody, rows: number | null) => ({
      rows,
      note,
      run: async (options: { signal: AbortSignal; onRows: (rows: number) => void }) =>
        (await load()).exportFound(body, { environment, columns: given, rows, ...options }),
    }),
    chosen: (rows: readonly UserRow[]) => ({
      rows: rows.length,
      note,
      run: async (options: { signal: AbortSignal; onRows: (rows: number) => void }) =>
        (await load()).exportChosen(rows, { environment, columns: given, ...options }),
    }),
  }
}
