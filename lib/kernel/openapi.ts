/** The OpenAPI 3.1 document of the service, generated from its endpoint table. */
import { z } from 'zod'
import { ERRORS, type ErrorCode } from './api-error.ts'
import type { Endpoint } from './endpoint.ts'
import { errorBody } from './error-body.ts'

type JsonSchema = Record<string, unknown>

/** Errors that any endpoint of the service can return. */
const COMMON: readonly ErrorCode[] = [
  'invalid_api_key',
  'not_found',
  'unknown_address',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'invalid_input',
  'internal_error',
]

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

/** By what a permission is about, in the order of the document: the name of the group and what is in it. */
const TAGS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  users: ['Users', 'People of a team: list, find, create, change, delete and restore them.'],
  demographics: ['Demographics', 'Name, birth date, contact, address, guarantor and more about a user.'],
  connections: ['Connections', 'Sources of a user: list, import, history and removal.'],
  access: ['Links and sign-in', 'Links, codes and tokens with which a user connects a source or signs in.'],
  events: ['Wearable data', 'Data that is too long for an event.'],
  orders: ['Orders', 'Search over the orders of a team.'],
  appointments: ['Appointments', 'At-home draws.'],
  markers: ['Markers', 'Markers that a lab test measures.'],
  service_centers: ['Service centers', 'Places for a draw near a ZIP code.'],
  staff: ['Organization', 'Teams, API keys and management keys. These take a management key.'],
  webhooks: ['Webhooks', 'Receivers of a team’s events, and their secrets. These take a management key.'],
}

/** Management of all kinds has one permission. */
function tagOf({ path, permission }: Endpoint) {
  const tag = TAGS[path.includes('/webhook') ? 'webhooks' : permission.replace(/:.*/, '')]
  if (!tag) throw new Error(`The OpenAPI document has no tag for ${permission}.`)
  return tag
}

/** Returns one response per status, with the codes that it has and what they mean. */
function errorResponses({ errors = [] }: Endpoint) {
  const responses: Record<string, { description: string; content: typeof ERROR }> = {}
  for (const code of [...COMMON, ...errors]) {
    const { status, means } = ERRORS[code]
    const before = responses[status]?.description
    const line = `\`${code}\`: ${means}`
    responses[status] = { description: before ? `${before}\n${line}` : line, content: ERROR }
  }
  return responses
}

/** `key_header` carries the team key (spec, "Authentication" 1); `management` takes a management key in its place. */
export function openApiDocument(
  key_header: string,
  endpoints: readonly Endpoint[],
  management: readonly Endpoint[] = [],
) {
  const paths: Record<string, Record<string, unknown>> = {}
  const add = (endpoint: Endpoint, security: object) => {
    const added = { [endpoint.method.toLowerCase()]: { ...operation(endpoint), ...security } }
    paths[endpoint.path] = { ...paths[endpoint.path], ...added }
  }
  for (const endpoint of endpoints) add(endpoint, {})
  for (const endpoint of management) add(endpoint, { security: [{ management_key: [] }] })
  const used = new Set([...endpoints, ...management].map(tagOf))
  return {
    openapi: '3.1.0',
    info: { title: 'Health Data Aggregation and Lab Testing Service API', version: '1' },
    security: [{ team_key: [] }],
    tags: Object.values(TAGS)
      .filter((tag) => used.has(tag))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        team_key: { type: 'apiKey', in: 'header', name: key_header },
        ...(management.length > 0 && { management_key: { type: 'apiKey', in: 'header', name: 'X-Management-Key' } }),
      },
    },
  }
}

function operation(endpoint: Endpoint) {
  const { body, response } = endpoint
  const empty = endpoint.success.includes(204)
  return {
    operationId: endpoint.name,
    tags: [tagOf(endpoint)[0]],
    summary: endpoint.section.replace(/^(?:\d+\. |.*: )/, ''),
    'x-spec-section': endpoint.section,
    'x-permission': endpoint.permission,
    ...(endpoint.closedBeta && { 'x-closed-beta': true }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      ...Object.fromEntries(
        endpoint.success.map((status) => [
          String(status),
          { description: 'Success', ...(status !== 204 && !empty && { content: json(schemaOf(response, 'output')) }) },
        ]),
      ),
      ...errorResponses(endpoint),
    },
  }
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } }
}

function parameters(schema: z.ZodObject, place: 'path' | 'query') {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(field, 'input'),
    ...(place === 'query' && { style: 'form', explode: true }),
  }))
}

/** A format says enough: zod's patterns for dates and email addresses only make the document hard to read. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  })
  return rest
}
