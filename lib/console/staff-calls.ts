/** The pipeline steps that the console's endpoints and the proxy share: session, role and audit log. */
import { z } from 'zod'
import { detailsOf } from '#lib/domains/audit/details.ts'
import { denialOf, noEnvironment } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { mayEnter, type Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { BACKGROUND_HEADER } from '#lib/kernel/client/session.ts'
import { disclosureOf } from '#lib/kernel/disclosure.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { asksAboutPeople, auditSubjects, userSubjects } from '#lib/kernel/input-subjects.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import type { About, Call, Pipeline, Recorded } from '#lib/kernel/route.ts'
import type { Audit, AuditedWork, PatientDataAccess } from './audit-port.ts'
import { disclosed, maskedInput, maskIn } from './disclosed.ts'
import type { PersonTurns } from './person-turns.ts'

/** Returns who is calling, by what the server itself knows of the session. @throws ApiError 401 or 429 */
type Identify = (request: Request) => Promise<Viewer>

export interface StaffAccess {
  identify: Identify
  /** Nothing is shown or changed that is not on record. */
  audit: Audit
  /** Public address of the console: changes are accepted from its own pages only. */
  publicUrl: () => string
  /** Shared by all back ends that answer staff; calls are not queued unless set. */
  turns?: PersonTurns
  patientData: PatientDataAccess
  /** Whether there is no room for changes; there is unless set. */
  isShortOfSpace?: () => boolean
}

export interface StaffRoute {
  endpoint: Endpoint
  /**
   * False for endpoints that show no personal data. A call is then recorded only when it was denied, when its input names
   * a person or an order, or when its handler says whom the answer is about. `itself`: the handler writes the entry.
   */
  audited: boolean | 'itself'
}

type StaffCall<R extends StaffRoute> = Call<R>
type Steps<R extends StaffRoute> = Required<
  Pick<Pipeline<R, Viewer>, 'authenticate' | 'authorize' | 'audit' | 'publicUrl' | 'inTurn'>
>

/** Endpoints open to a person who still has to set up the second factor their role needs; see also `/api/auth`. */
const WITHOUT_FACTOR: ReadonlySet<string> = new Set([
  'get_viewer',
  'list_environments',
  'list_notices',
  'dismiss_notices',
])
const NO_SPACE = 'The server’s disk is almost full, so nothing was changed. Ask your administrator to free space.'
const NEEDS_FACTOR = 'Your role requires two-factor authentication. Set it up in Settings, Your account.'

const noop = () => undefined

/** Returns the refusal of what writes while the disk is almost full. */
export const noSpace = () => new ApiError('unavailable', NO_SPACE, { retry_after_ms: 30_000 })

/** Returns whether a call was denied; denials are recorded even for endpoints that aren't audited. */
function isDenial(refused: ApiError | null): boolean {
  return refused?.status === 403 || refused?.code === 'unknown_environment'
}

const HIDDEN_ORDER = new ApiError('conflict', 'Names are hidden. Show patient data to sort by them.')

const ordered = z.object({ order_key: z.string() })

/** Refuses to write a masked text, and to put rows in the order of something that is masked in them; null for others. */
function refusalOf({ safe, personal = [] }: Endpoint, { query, sent }: ReadInput, masked: boolean): ApiError | null {
  const place = safe ? null : maskIn(sent)
  if (place) return maskedInput(place)
  const { data } = ordered.safeParse(query)
  return masked && data !== undefined && personal.includes(data.order_key) ? HIDDEN_ORDER : null
}

/** Returns whether a call needs no entry of its own unless its answer tells of somebody. */
function isQuiet({ route: { endpoint, audited }, params }: Call<StaffRoute>, { input, refused }: Recorded): boolean {
  if (audited === true || isDenial(refused)) return false
  return audited === 'itself' || !asksAboutPeople(endpoint, input ?? { params })
}

function plainRead({ safe, isExport }: Endpoint, { method, url, headers }: Request) {
  return safe && !isExport && method === 'GET' ? { url, isUnattended: headers.has(BACKGROUND_HEADER) } : undefined
}

/** `environmentOf` is null for what belongs to no environment. @throws ApiError 404 for one that doesn't exist */
export function staffSteps<R extends StaffRoute>(
  {
    identify,
    audit,
    publicUrl,
    patientData,
    isShortOfSpace = () => false,
    turns = (_id, _call, work) => work(),
  }: StaffAccess,
  environmentOf: (call: StaffCall<R>) => string | null,
): Steps<R> {
  /** `verified` is the one user that a call asks for, if the viewer verified a caller about them. */
  async function maskingOf(call: StaffCall<R>, viewer: Viewer, { input, refused }: Recorded) {
    const { request, route } = call
    const environment = environmentOf(call)
    const isHidden = !refused && patientData.isMasked(request, environment, viewer)
    const couldMask = isHidden && disclosureOf(route.endpoint) !== null
    const [user_id, ...others] = couldMask && input ? userSubjects(input) : []
    const isOne = user_id !== undefined && others.length === 0 && environment !== null
    const verified =
      isOne && (await patientData.isCallerVerified?.(request, environment, viewer, user_id)) ? user_id : null
    return { isHidden, couldMask, verified }
  }

  return {
    publicUrl,
    authenticate: ({ request }) => identify(request),
    inTurn: (call, { id }, work) =>
      turns(id, { endpoint: call.route.endpoint, request: call.request, environment: environmentOf(call) }, work),
    authorize(call, viewer) {
      const environment = environmentOf(call)
      const { name, permission } = call.route.endpoint
      if (viewer.must_enroll && !WITHOUT_FACTOR.has(name)) return new ApiError('second_factor_required', NEEDS_FACTOR)
      if (environment !== null && !mayEnter(viewer, environment)) return noEnvironment()
      // Not on record: the log needs the room, too.
      if (!call.route.endpoint.safe && isShortOfSpace()) throw noSpace()
      return can(viewer.role, permission) ? null : new ApiError('role_denied', denialOf(viewer.role, permission))
    },
    async audit(call, viewer, recorded, work) {
      const { input, refused } = recorded
      const { id, email, name, role } = viewer
      const { endpoint } = call.route
      const told: Parameters<About>[] = []
      const quiet = isQuiet(call, recorded) ? await work((...ids) => told.push(ids), noop) : null
      if (quiet && told.length === 0) return quiet
      const environment = environmentOf(call)
      const { request, request_id } = call
      const { isHidden, couldMask, verified } = await maskingOf(call, viewer, recorded)
      const entry = {
        actor: { id, email, name, role },
        environment,
        action: endpoint.name,
        subjects: auditSubjects(input ?? { params: call.params }),
        users: userSubjects(input ?? { params: call.params }),
        details: input ? detailsOf(endpoint, input) : undefined,
        request_id,
        masked: couldMask && verified === null,
        plainRead: plainRead(endpoint, request),
      }
      const refusal = input && refusalOf(endpoint, input, couldMask)
      if (refusal) return audit.read(entry, async () => errorResponse(refusal, request_id))
      const working: AuditedWork = async (about, note) => {
        for (const ids of told) about(...ids)
        if (quiet) return quiet
        return disclosed(await work(about, note), { endpoint, isHidden, verified, about, request_id })
      }
      return refused || endpoint.safe ? audit.read(entry, working) : audit.change(entry, working)
    },
  }
}
