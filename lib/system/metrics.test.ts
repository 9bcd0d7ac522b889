/** Figures for Prometheus: right, complete, and without a word of a call in any label. */
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { freePort } from '#lib/platform/database/postgres.testing.ts'
import { CannotListen } from '#lib/platform/http/http.ts'
import { NO_TRACING } from '#lib/platform/trace/tracing-port.ts'
import { type Metrics, startMetrics } from './metrics.ts'

const ID = '8a5fc03d-1b2c-4d5e-8f90-a1b2c3d4d25b'
const figures = {
  job_oldest_seconds: async () => 1.5,
  event_oldest_seconds: async () => 0,
  audit_head_age_seconds: async () => 12,
  backup_age_seconds: async () => null,
  directory_age_seconds: async () => {
    throw new Error(`the database is away, ${ID}`)
  },
  disk_free_bytes: async () => 1e9,
  ready: async () => 1,
}

const open: Metrics[] = []
afterEach(async () => {
  for (const metrics of open.splice(0)) await metrics.close()
})

async function started() {
  const port = await freePort()
  const metrics = await startMetrics({ port, host: '127.0.0.1' }, NO_TRACING)
  open.push(metrics)
  metrics.show(figures)
  return { ...metrics, port, read: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text() }
}

test('requests, calls and jobs are counted by names, and nothing of a call is in a label', async () => {
  const { tracing, read } = await started()
  const route = { kind: 'call', method: 'GET', route: '/api/proxy/sandbox/v2/user/:id' } as const
  const span = tracing.request({ ...route, endpoint: 'get_user', environment: 'sandbox' }, null)
  span?.run(() => undefined)
  span?.end({ status: 200, request_id: ID, finished: true })
  tracing
    .request({ kind: 'call', method: ID, route: `/${ID}` }, ID)
    ?.end({ status: 404, request_id: ID, finished: true })
  const send = tracing.upstream('sandbox', async ({ path }: { method: string; path: string }) => {
    if (path.includes('away')) throw new Error(ID)
    return { status: 200 }
  })
  await send({ method: 'GET', path: `/v2/user/${ID}` })
  await expect(send({ method: 'GET', path: `/v2/user/away?q=${ID}` })).rejects.toThrow(ID)
  await tracing.job('crawl', async () => undefined)(ID)
  await expect(
    tracing.job('crawl', async () => {
      throw new Error(ID)
    })(ID),
  ).rejects.toThrow(ID)
  const text = await read()
  expect(text).toContain('vialdesk_request_seconds_count{endpoint="get_user",status="200"} 1')
  expect(text).toContain('vialdesk_request_seconds_count{endpoint="page",status="404"} 1')
  expect(text).toContain('vialdesk_upstream_seconds_count{environment="sandbox",endpoint="get_user",status="200"} 1')
  expect(text).toContain('vialdesk_upstream_seconds_count{environment="sandbox",endpoint="get_user",status="failed"} 1')
  expect(text).toContain('vialdesk_job_seconds_count{job="crawl",outcome="done"} 1')
  expect(text).toContain('vialdesk_job_seconds_count{job="crawl",outcome="failed"} 1')
  expect(text).not.toContain(ID)
})

test('figures are read when somebody asks; one that can’t be read has no number, and stops no other', async () => {
  const { read, port } = await started()
  const text = await read()
  const numbers = Object.fromEntries(
    [...text.matchAll(/^vialdesk_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(numbers).toMatchObject({
    job_oldest_seconds: '1.5',
    event_oldest_seconds: '0',
    audit_head_age_seconds: '12',
    backup_age_seconds: 'Nan',
    directory_age_seconds: 'Nan',
    disk_free_bytes: '1000000000',
    ready: '1',
  })
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics?x', 'GET'],
  ] as const)
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { method })).status).toBe(404)
  await expect(startMetrics({ port, host: '127.0.0.1' }, NO_TRACING)).rejects.toThrow(CannotListen)
})

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
})

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const alerts = () =>
  rules.parse(parse(readFileSync('deploy/alerts.yaml', 'utf8'))).groups.flatMap((group) => group.rules)

test('each alert has a runbook', () => {
  const docs = readFileSync('docs/operations.md', 'utf8')
  const named = [...docs.matchAll(/^### (Vialdesk\w+)$/gm)].map(([, name]) => name)
  expect(named).toEqual(alerts().map(({ alert }) => alert))
})

test('each alert and each panel of the dashboard asks for figures that there are', async () => {
  const { read, tracing } = await started()
  await tracing.upstream('sandbox', async () => ({ status: 200 }))({ method: 'GET', path: '/v2/user' })
  tracing
    .request({ kind: 'call', method: 'GET', route: '/' }, null)
    ?.end({ status: 200, request_id: ID, finished: true })
  await tracing.job('crawl', async () => undefined)(ID)
  const names = new Set([...(await read()).matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name))
  const { panels } = dashboard.parse(JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')))
  const asked = [...alerts(), ...panels.flatMap(({ targets }) => targets)].flatMap(
    ({ expr }) => expr.match(/(?:vialdesk|process|nodejs)_\w+/g) ?? [],
  )
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !names.has(name))).toEqual([])
})
