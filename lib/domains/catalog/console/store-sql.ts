/** The catalog in the database: the rows that are named are read, changed by the rules, and written in one statement. */
import { and, asc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { CATALOG_KINDS, CATALOG_LIMIT, type CatalogKind, catalogEntry } from '#lib/domains/catalog/catalog.ts'
import type { Database, Transaction } from '#lib/platform/database/database.ts'
import { type CatalogRow, inOrder, type Known, keyOf, planLearning, planSave } from './rules.ts'
import type { CatalogStore } from './store.ts'
import { catalogMethods as methodTable, catalog as table } from './tables.ts'

const { environment: _, ...READ } = getTableColumns(table)

interface Named {
  kind: CatalogKind
  id: string
}

/** Creates the catalog's SQL store; each save or learned batch is one transaction. */
export function postgresCatalog(db: Database): CatalogStore {
  return {
    async catalogEntries(environment) {
      const present = and(eq(table.environment, environment), eq(table.is_removed, false))
      return inOrder((await db.select(READ).from(table).where(present)).map(read))
    },

    saveCatalog: (environment, entries) =>
      db.transaction(async (tx) => {
        const plan = planSave(entries, await known(tx, environment, entries))
        if (plan) await write(tx, environment, plan.write)
        return plan?.result ?? null
      }),

    async removeCatalogEntry(environment, kind, id) {
      const present = and(eq(table.environment, environment), eq(table.kind, kind), eq(table.id, id))
      const rows = await db
        .update(table)
        .set({ is_removed: true })
        .where(and(present, eq(table.is_removed, false)))
        .returning({ id: table.id })
      return rows.length > 0
    },

    async learnCatalog(environment, facts, origin) {
      if (facts.length === 0) return 0
      return db.transaction(async (tx) => {
        const plan = planLearning(facts, await known(tx, environment, facts), origin)
        await write(tx, environment, plan.write)
        return plan.result
      })
    },

    labTestMethods: (environment) =>
      db
        .select({ lab_test: methodTable.lab_test, method: methodTable.method })
        .from(methodTable)
        .where(eq(methodTable.environment, environment))
        .orderBy(asc(methodTable.lab_test), asc(methodTable.method)),

    async learnMethods(environment, methods) {
      if (methods.length === 0) return
      await db.transaction(async (tx) => {
        await lock(tx, environment)
        const left = CATALOG_LIMIT - (await tx.$count(methodTable, eq(methodTable.environment, environment)))
        const rows = methods.slice(0, Math.max(left, 0)).map((one) => ({ ...one, environment }))
        if (rows.length > 0) await tx.insert(methodTable).values(rows).onConflictDoNothing()
      })
    },
  }
}

/** Rows that are not there yet cannot be locked, so that writers of one environment wait for each other. */
async function lock(tx: Transaction, environment: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`catalogue ${environment}`}))`)
}

async function known(tx: Transaction, environment: string, named: readonly Named[]): Promise<Known> {
  await lock(tx, environment)
  const ofKind = CATALOG_KINDS.map((kind) => ({
    kind,
    ids: named.filter((one) => one.kind === kind).map(({ id }) => id),
  }))
  const wanted = ofKind
    .filter(({ ids }) => ids.length > 0)
    .map(({ kind, ids }) => and(eq(table.kind, kind), inArray(table.id, [...new Set(ids)])))
  const rows = await tx
    .select(READ)
    .from(table)
    .where(and(eq(table.environment, environment), or(...wanted)))
  const count = await tx.$count(table, and(eq(table.environment, environment), eq(table.is_removed, false)))
  return { rows: new Map(rows.map(read).map((row) => [keyOf(row), row])), count }
}

async function write(tx: Transaction, environment: string, rows: readonly CatalogRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(table)
    .values(rows.map((row) => ({ ...row, environment })))
    .onConflictDoUpdate({
      target: [table.environment, table.kind, table.id],
      set: {
        name: sql`excluded.name`,
        lab_id: sql`excluded.lab_id`,
        origin: sql`excluded.origin`,
        is_removed: sql`excluded.is_removed`,
      },
    })
}

function read({ is_removed, ...row }: Omit<typeof table.$inferSelect, 'environment'>): CatalogRow {
  return { ...catalogEntry.parse(row), is_removed }
}
