import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ACTION_GROUPS } from './actions.ts'
import { AUDIT_OUTCOMES, type AuditEntry } from './audit.ts'
import { auditEventOf } from './fhir.ts'

const USER = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const ENTRY: AuditEntry = {
  id: 41,
  at: '2026-11-20T09:00:00.000Z',
  actor_id: 's1',
  actor_email: 'sam@clinic.test',
  actor_name: 'Sam Tate',
  role: 'support',
  environment: 'production',
  action: 'update_user_info',
  subjects: [USER, '70a2f9d3-1111-4222-8333-9a6f2c8151bc'],
  user_count: 2,
  details: { fields: ['phone_number', 'address.zip_code'] },
  listed: false,
  masked: false,
  outcome: 'done',
  status: 200,
  request_id: 'request-1',
  duration: 120,
}

/** R4 rules for an AuditEvent: required elements, cardinalities, formats and codes. Unknown elements are an error. */
const coding = z.strictObject({
  system: z.url().optional(),
  code: z.string().regex(/^\S+( \S+)*$/),
  display: z.string().optional(),
})
const instant = z.iso.datetime({ offset: true })
const reference = z.strictObject({
  identifier: z.strictObject({ value: z.string().min(1) }).optional(),
  display: z.string().optional(),
})
const auditEvent = z.strictObject({
  resourceType: z.literal('AuditEvent'),
  id: z.string().regex(/^[A-Za-z0-9\-.]{1,64}$/),
  type: coding,
  subtype: z.array(coding).optional(),
  action: z.enum(['C', 'R', 'U', 'D', 'E']).optional(),
  period: z
    .strictObject({ start: instant, end: instant })
    .refine(({ start, end }) => start <= end)
    .optional(),
  recorded: instant,
  outcome: z.enum(['0', '4', '8', '12']).optional(),
  outcomeDesc: z.string().min(1).optional(),
  agent: z
    .array(
      z.strictObject({
        role: z.array(z.strictObject({ text: z.string() })).optional(),
        who: reference.optional(),
        altId: z.string().min(1).optional(),
        name: z.string().min(1).optional(),
        requestor: z.boolean(),
      }),
    )
    .min(1),
  source: z.strictObject({ site: z.string().min(1).optional(), observer: reference, type: z.array(coding).optional() }),
  entity: z.array(
    z.strictObject({
      what: reference.optional(),
      type: coding.optional(),
      role: coding.optional(),
      description: z.string().min(1).optional(),
      detail: z.array(z.strictObject({ type: z.string().min(1), valueString: z.string().min(1) })).optional(),
    }),
  ),
})

describe('an AuditEvent', () => {
  const actions = ACTION_GROUPS.flatMap((group) => Object.keys(group.actions))

  test.each([...actions, 'unheard_of'])('of %s is valid R4, however it ended and whoever did it', (action) => {
    for (const outcome of AUDIT_OUTCOMES) {
      const nobody = { actor_id: null, actor_email: null, role: null, environment: null, status: null }
      const { actor_name: _, details: __, ...older } = ENTRY
      for (const entry of [ENTRY, { ...older, ...nobody }]) {
        expect(auditEvent.safeParse(auditEventOf({ ...entry, action, outcome }, USER)).error).toBeUndefined()
      }
    }
  })

  test('says who changed which fields of whom, when and how it ended', () => {
    expect(auditEventOf(ENTRY, USER)).toMatchObject({
      type: { code: 'rest' },
      subtype: [{ code: 'update_user_info', display: 'Changed demographics' }],
      action: 'U',
      period: { start: '2026-11-20T09:00:00.000Z', end: '2026-11-20T09:00:00.120Z' },
      outcome: '0',
      agent: [
        {
          role: [{ text: 'Support' }],
          who: { identifier: { value: 's1' }, display: 'Sam Tate' },
          altId: 'sam@clinic.test',
        },
      ],
      source: { site: 'production', observer: { display: 'Vialdesk' } },
      entity: [
        {
          what: { identifier: { value: USER } },
          description: 'Sam Tate changed the phone number and the address',
          detail: expect.arrayContaining([
            { type: 'changed-field', valueString: 'address.zip_code' },
            { type: 'other-subjects', valueString: '1' },
          ]),
        },
      ],
    })
  })

  test('names nobody else', () => {
    expect(JSON.stringify(auditEventOf(ENTRY, USER))).not.toContain('70a2f9d3')
  })

  test('of a change whose end nobody recorded claims no outcome', () => {
    expect(auditEventOf({ ...ENTRY, outcome: 'started', status: null }, USER)).not.toHaveProperty('outcome')
    expect(auditEventOf({ ...ENTRY, outcome: 'refused', status: 403 }, USER).outcome).toBe('4')
  })
})
