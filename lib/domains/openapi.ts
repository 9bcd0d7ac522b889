/** The OpenAPI 3.1 document of the service, generated from the endpoint table. */
import { z } from 'zod'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { errorBody } from '#lib/kernel/error-body.ts'
import { endpointList } from './service-endpoints.ts'

type JsonSchema = Record<string, unknown>

const ERRORS: Readonly<Record<string, string>> = {
  '401': 'Missing or invalid API key',
  '404': 'Not found',
  '422': 'A field is not valid',
}

/** `key_header` is the header that carries the team key (spec, "Authentication" 1). */
export function openApiDocument(key_header: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpointList) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Health Data Aggregation and Lab Testing Service API', version: '1' },
    security: [{ team_key: [] }],
    paths,
    components: { securitySchemes: { team_key: { type: 'apiKey', in: 'header', name: key_header } } },
  }
}

function operation(endpoint: Endpoint) {
  const { body, response } = endpoint
  const empty = endpoint.success.includes(204)
  return {
    operationId: endpoint.name,
    summary: endpoint.section.replace(/^\d+\. /, ''),
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
      ...Object.fromEntries(
        Object.entries(ERRORS).map(([status, description]) => [
          status,
          { description, content: json(schemaOf(errorBody, 'output')) },
        ]),
      ),
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

/** A format says enough: zod's patterns for dates and e-mail addresses only make the document hard to read. */
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
