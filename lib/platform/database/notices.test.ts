import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openNotices } from './notices.ts'
import { startPostgres, type TestPostgres } from './postgres.testing.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())

function heard() {
  const texts: string[] = []
  const gaps: number[] = []
  return { texts, gaps, hearing: { onNotice: (text: string) => void texts.push(text), onGap: () => void gaps.push(1) } }
}

const SAY = `select pg_notify('news', $1)`

test('what one instance says in a transaction, the others hear once it is committed', async () => {
  const { texts, hearing } = heard()
  const { close } = await openNotices(
    { kind: 'postgres', url: postgres.url, owned: true, job_connections: 3 },
    'news',
    hearing,
  )
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('begin')
  await client.query(SAY, ['undone'])
  await client.query('rollback')
  await client.query(SAY, ['kept'])
  await vi.waitFor(() => expect(texts).toEqual(['kept']))
  await client.end()
  await close()
})

test('a connection that is lost is made again, and says that something may have been missed', async () => {
  const { texts, gaps, hearing } = heard()
  const { close } = await openNotices(
    { kind: 'postgres', url: postgres.url, owned: true, job_connections: 3 },
    'news',
    hearing,
  )
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and pid <> pg_backend_pid()`,
  )
  await vi.waitFor(() => expect(gaps).toHaveLength(1), 5_000)
  await client.query(SAY, ['again'])
  await vi.waitFor(() => expect(texts).toEqual(['again']))
  await client.end()
  await close()
})

test('the embedded database says it to its own process', async () => {
  const { texts, hearing } = heard()
  const client = await PGlite.create()
  const { close } = await openNotices({ kind: 'pglite', client }, 'news', hearing)
  await client.transaction((tx) => tx.query(SAY, ['kept']))
  await vi.waitFor(() => expect(texts).toEqual(['kept']))
  await close()
  await client.close()
})
