/** Whether patient data is shown on this browser: a choice an environment, kept in a cookie so that the server knows it. */

/** Milliseconds after which data that is masked by default is masked again. */
export const SHOWN_FOR = 5 * 60_000

export interface PatientData {
  masked: boolean
  /** When it hides again, in milliseconds since 1970; null when it stays. */
  until: number | null
  /** Set where the viewer hid it: then no verified caller shows their own record. */
  isChosen?: true
}

export const PATIENT_DATA_COOKIES = 'patient_data_'

export function patientDataCookie(environment: string): string {
  return `${PATIENT_DATA_COOKIES}${environment}`
}

export const MASKED = 'masked'
/** Masked as by default, in place of a choice to hide that came before a caller was verified. */
export const MASKED_BY_DEFAULT = 'default'
export const SHOWN = 'shown-'

/** Returns the cookie's value after patient data was revealed at an instant. */
export function shownFrom(now: number): string {
  return `${SHOWN}${now + SHOWN_FOR}`
}

/** A text that says anything else, or a time further off than a reveal may last, is the default. */
export function readPatientData(
  cookie: string | null | undefined,
  masked_by_default: boolean,
  now: number,
): PatientData {
  if (cookie === MASKED) return { masked: true, until: null, isChosen: true }
  if (cookie === MASKED_BY_DEFAULT) return { masked: true, until: null }
  if (!masked_by_default) return { masked: false, until: null }
  const until = Number(/^shown-(\d{1,15})$/.exec(cookie ?? '')?.[1] ?? 0)
  const holds = until > now && until <= now + SHOWN_FOR
  return { masked: !holds, until: holds ? until : null }
}
