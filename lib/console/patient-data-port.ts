/** Decides whether a caller sees identifying patient data or a mask. */
import type { Viewer } from '#lib/domains/staff/viewer.ts'

export interface PatientDataAccess {
  /** Returns whether the answer to a request must hide who patients are; `environment` is null for what belongs to none. */
  isMasked(request: Request, environment: string | null, viewer: Viewer): boolean
}
