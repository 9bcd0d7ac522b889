/** Which users a search finds, and in which order: ids only, so that most searches need not leave an index. */
import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  like,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { createdRange, nextCursor, parseCursor, type TextQuery, wantedSlugs } from '#lib/domains/users/console/rules.ts'
import { directoryUsers } from '#lib/domains/users/console/tables.ts'
import { DIRECTORY_COUNT_LIMIT, type DirectorySearch } from '#lib/domains/users/directory.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { IdPart } from '#lib/utils/ids/id-part.ts'

export interface Page {
  ids: string[]
  total: number | null
}

export interface Slice {
  offset: number
  limit: number
}

const { environment, user_id, reference_key, created_on, sources } = directoryUsers
const NEWEST = [desc(created_on), asc(user_id)]
/** As the index of parts of IDs says it. */
const DIGITS = sql`replace(${user_id}::text, '-', '')`
const BY_REFERENCE = [asc(reference_key), asc(user_id)]

export function filtersOf(of: string, search: DirectorySearch): SQL | undefined {
  return and(eq(environment, of), ...conditions(search))
}

export function isFiltered(search: DirectorySearch): boolean {
  return conditions(search).some((condition) => condition !== undefined)
}

function conditions(search: DirectorySearch): (SQL | undefined)[] {
  const slugs = wantedSlugs(search)
  const { from, before } = createdRange(search)
  return [
    from ? gte(created_on, from) : undefined,
    before ? lt(created_on, before) : undefined,
    slugs ? arrayOverlaps(sources, slugs) : undefined,
    // As the index of those without a source says it.
    search.has_connections === true ? sql`sources <> '{}'` : undefined,
    search.has_connections === false ? sql`sources = '{}'` : undefined,
    search.user_ids ? inArray(user_id, search.user_ids) : undefined,
  ]
}

/** A page of a walk, from the index of the newest; one step back in it, so that no page before is read again. */
export async function walk(
  db: Database,
  filters: SQL | undefined,
  asked: TextQuery | null,
  { after, limit }: { after: string; limit: number },
): Promise<{ ids: string[]; next: string | null }> {
  const from = parseCursor(after)
  const behind = from && and(lte(created_on, from.created), or(lt(created_on, from.created), gt(user_id, from.user_id)))
  const rows = await db
    .select({ user_id, created: created_on })
    .from(directoryUsers)
    .where(and(filters, asked ? found(asked) : undefined, behind ?? undefined))
    .orderBy(...NEWEST)
    .limit(limit)
  return { ids: rows.map((row) => row.user_id), next: nextCursor(rows.at(-1), rows.length, limit) }
}

export function found(
  { key, user_id: id, part, inner }: TextQuery,
  text: typeof reference_key | SQL = reference_key,
  digits = DIGITS,
) {
  const literal = literalOf(key)
  const inReference = like(text, inner ? `%${literal}%` : `${literal}%`)
  return or(inReference, id === null ? undefined : eq(user_id, id), part ? like(digits, patternOf(part)) : undefined)
}

/** Hex digits need no escape. */
const patternOf = (part: IdPart) => (part.kind === 'inner' ? `%${part.digits}%` : `${part.start}%${part.end}`)

function atAnEnd(part: IdPart): SQL {
  if (part.kind === 'ends') return like(DIGITS, patternOf(part))
  return sql`(${like(DIGITS, `${part.digits}%`)} or ${like(DIGITS, `%${part.digits}`)})`
}

/** Looks at each of few users at once: for a common text its own index would be read end to end, once a rank. */
export async function searchAmongFew(
  db: Database,
  filters: SQL | undefined,
  asked: TextQuery,
  slice: Slice,
): Promise<Page> {
  const cases = ranks(asked).map(({ where }, place) => sql`when ${where} then ${place}::int`)
  const rank = sql`case ${sql.join(cases, sql` `)} end`
  const order = [
    rank,
    sql`case when ${rank} < 2 then ${reference_key} end`,
    sql`case when ${rank} >= 2 then ${created_on} end desc`,
    asc(user_id),
  ]
  // Expressions, for which there is no index.
  const part = found(asked, sql`(${reference_key} || '')`, sql`(${DIGITS} || '')`)
  const { ids, found: total } = await ranked(db, and(filters, part), order, slice)
  return { ids, total: total > DIRECTORY_COUNT_LIMIT ? null : total }
}

/** Rank by rank, each in the order of an index. */
export async function searchByText(
  db: Database,
  filters: SQL | undefined,
  asked: TextQuery,
  { offset, limit }: Slice,
): Promise<Page> {
  const ids: string[] = []
  let found = 0
  for (const { where, order } of ranks(asked)) {
    const slice = { offset: Math.max(0, offset - found), limit: limit - ids.length }
    const rank = await ranked(db, and(filters, where), order, slice)
    ids.push(...rank.ids)
    found += rank.found
    // The rest would change neither the page nor the count.
    if (ids.length === limit && found > DIRECTORY_COUNT_LIMIT) break
  }
  return { ids, total: found > DIRECTORY_COUNT_LIMIT ? null : found }
}

/**
 * A slice of one rank, and how many there are, counted as far as anybody needs to know. Both come from the same rows,
 * so many that what is rare is looked for by its own index, and what is not is soon found on the way through another.
 */
async function ranked(db: Database, where: SQL | undefined, order: SQL[], { offset, limit }: Slice) {
  const most = Math.max(DIRECTORY_COUNT_LIMIT + 1, offset + limit)
  const hits = db.$with('hits').as(
    db
      .select({ user_id, place: sql<number>`row_number() over (order by ${sql.join(order, sql`, `)})`.as('place') })
      .from(directoryUsers)
      .where(where)
      .orderBy(...order)
      .limit(most),
  )
  const inSlice = sql`${hits.place} > ${offset} and ${hits.place} <= ${offset + limit}`
  const [row] = await db
    .with(hits)
    .select({
      found: sql<number>`count(*)::int`,
      ids: sql<string[]>`coalesce(json_agg(${hits.user_id} order by ${hits.place}) filter (where ${inSlice}), '[]')`,
    })
    .from(hits)
  return row ?? { ids: [], found: 0 }
}

const literalOf = (key: string) => key.replace(/[\\%_]/g, '\\$&')

/** Returns disjoint ranks of matches, best first. */
function ranks({ key, user_id: id, part, inner }: TextQuery): { where: SQL | undefined; order: SQL[] }[] {
  const literal = literalOf(key)
  const begins = like(reference_key, `${literal}%`)
  const holds = like(reference_key, `%${literal}%`)
  const another = id === null ? undefined : ne(user_id, id)
  const exact = or(eq(reference_key, key), id === null ? undefined : eq(user_id, id))
  const atEnd = part && atAnEnd(part)
  // The comparison is null without a reference.
  const inId = part && and(like(DIGITS, patternOf(part)), not(atAnEnd(part)), sql`(${holds}) is not true`)
  return [
    { where: exact, order: BY_REFERENCE },
    { where: and(begins, ne(reference_key, key), another), order: BY_REFERENCE },
    ...(atEnd ? [{ where: and(atEnd, sql`(${begins}) is not true`), order: NEWEST }] : []),
    ...(inner ? [{ where: and(holds, not(begins), another, atEnd ? not(atEnd) : undefined), order: NEWEST }] : []),
    ...(inId ? [{ where: inId, order: NEWEST }] : []),
  ]
}
