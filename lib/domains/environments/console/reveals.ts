/** Reveals of patient data until a time, in a signed cookie of the session, so that no store is read. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { PatientDataAccess } from '#lib/console/audit-port.ts'
import { type Environment, isMaskedByDefault } from '#lib/domains/environments/environment.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { MASKED, MASKED_BY_DEFAULT, patientDataCookie, SHOWN_FOR } from '#lib/utils/browser/patient-data.ts'
import type { Reveals } from './routes.ts'

interface Options {
  environments: readonly Environment[]
  secret: string
  now: () => Date
  publicUrl: () => string
  /** Whether a member of staff verified a caller about a user in this session, a short time ago. */
  isVerified: (environment: string, viewer: Viewer, user_id: string) => Promise<boolean>
}

/** A reveal holds for one person, one session (by when it ends) and one environment. */
export function createReveals({
  environments,
  secret,
  now,
  publicUrl,
  isVerified,
}: Options): Reveals & PatientDataAccess {
  const isSecure = () => publicUrl().startsWith('https:')
  const cookieOf = (environment: string) => `${isSecure() ? '__Host-' : ''}vialdesk.patient_data_${environment}`
  const sealOf = ({ id, ends_at }: Viewer, environment: string, until: number) =>
    createHmac('sha256', secret).update(['reveal', id, ends_at, environment, until].join('\n')).digest('base64url')

  function holds(value: string | undefined, viewer: Viewer, environment: string): boolean {
    const [, digits = '', seal = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(value ?? '') ?? []
    const left = Number(digits) - now().getTime()
    if (seal === '' || left <= 0 || left > SHOWN_FOR) return false
    return timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(viewer, environment, Number(digits))))
  }

  return {
    isMasked(request, environment, viewer) {
      if (environment === null) return false
      const cookies = parse(request.headers.get('cookie') ?? '')
      const choice = cookies[patientDataCookie(environment)]
      if (choice === MASKED || choice === MASKED_BY_DEFAULT) return true
      const kind = environments.find(({ id }) => id === environment)?.kind ?? 'production'
      return isMaskedByDefault({ kind }) && !holds(cookies[cookieOf(environment)], viewer, environment)
    },

    async isCallerVerified(request, environment, viewer, user_id) {
      const choice = parse(request.headers.get('cookie') ?? '')[patientDataCookie(environment)]
      return choice !== MASKED && (await isVerified(environment, viewer, user_id))
    },

    reveal(environment, viewer) {
      const found = environments.find(({ id }) => id === environment)
      if (!found || !isMaskedByDefault(found)) return { until: null, cookie: null }
      const until = now().getTime() + SHOWN_FOR
      const cookie = serialize(cookieOf(environment), `${until}.${sealOf(viewer, environment, until)}`, {
        httpOnly: true,
        secure: isSecure(),
        sameSite: 'Lax',
        path: '/',
        maxAge: SHOWN_FOR / 1000,
      })
      return { until: new Date(until).toISOString(), cookie }
    },
  }
}
