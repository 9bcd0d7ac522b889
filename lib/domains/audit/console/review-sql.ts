/** Counts the audit log by month, as it grows: an entry is counted once, and a review reads the counts alone. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ABOUT_USERS, REVIEW_KINDS, REVIEWED_EXPORTS, USUAL_MONTHS } from '#lib/domains/audit/review.ts'
import { monthBefore } from '#lib/domains/audit/review-schema.ts'
import { CHANGES, VIEWS } from '#lib/domains/audit/views.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { ReviewStore } from './store.ts'
import { audit, auditMonths, auditPeople, auditProgress, RECORD_KEPT } from './tables.ts'

/** Entries of one step, so that others have their turn in between: an entry may have a thousand subjects. */
const STEP = 500

const progress = z.object({ rows: z.array(z.object({ last_id: z.coerce.number() })) })
const monthTurn = z.object({ rows: z.array(z.object({ is_other: z.boolean().nullable() })) })
const end = z.object({ rows: z.array(z.object({ upto: z.coerce.number().nullable() })).length(1) })
const at = z.object({ rows: z.array(z.object({ at: z.string() })) })
const counts = z.object({
  rows: z.array(
    z.object({
      month: z.string(),
      environment: z.string(),
      actor_id: z.string(),
      kind: z.enum(REVIEW_KINDS),
      count: z.coerce.number(),
    }),
  ),
})
const people = z.object({
  rows: z.array(
    z.object({
      actor_id: z.string(),
      actor_email: z.string().nullable(),
      actor_name: z.string().nullable(),
      role: z.enum(ROLES).nullable(),
    }),
  ),
})

const texts = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`

/** Creates the part of the SQL store that counts the audit log. Several instances may count at the same time. */
export function postgresReview(db: Database): ReviewStore {
  return {
    countViewers: () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into ${auditProgress} (last_id) values (0) on conflict do nothing`)
        const { rows } = progress.parse(await tx.execute(sql`select last_id from ${auditProgress} for update`))
        const last_id = rows[0]?.last_id ?? 0
        const { rows: ends } = end.parse(
          await tx.execute(
            sql`select max(id) as upto from (select id from ${audit} where id > ${last_id} order by id limit ${STEP}) as step`,
          ),
        )
        const upto = ends[0]?.upto ?? null
        if (upto === null) return false
        await tx.execute(countStep(last_id, upto))
        const { rows: turns } = monthTurn.parse(await tx.execute(isOtherMonth(last_id, upto)))
        if (turns[0]?.is_other) await tx.execute(forgetOldMonths)
        await tx.execute(sql`update ${auditProgress} set last_id = ${upto}`)
        return true
      }),

    async viewerCounts({ month, environment }, reach) {
      const first = `${monthBefore(month, USUAL_MONTHS)}-01`
      const within = reach === null ? sql`true` : sql`environment = any(${texts(reach.environments)})`
      const asked = environment === undefined ? sql`true` : sql`environment = ${environment.replaceAll('\0', '')}`
      const found = counts.parse(
        await db.execute(
          sql`select to_char(month, 'YYYY-MM') as month, environment, actor_id, kind, count from ${auditMonths}
              where month between ${first}::date and ${`${month}-01`}::date and ${within} and ${asked}`,
        ),
      )
      const who = people.parse(
        await db.execute(
          sql`select newest.actor_id, newest.actor_email, newest.role,
                (select actor_name from ${audit}
                  where actor_id = counted.actor_id and actor_name is not null order by id desc limit 1) as actor_name
              from (select distinct actor_id from ${auditMonths} where month = ${`${month}-01`}::date) as counted,
              lateral (select actor_id, actor_email, role from ${audit}
                where actor_id = counted.actor_id order by id desc limit 1) as newest`,
        ),
      )
      const reached = at.parse(
        await db.execute(
          sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
              from ${audit} where id <= (select last_id from ${auditProgress}) and action <> ${RECORD_KEPT}
              order by id desc limit 1`,
        ),
      )
      return { counts: found.rows, who: who.rows, counted_to: reached.rows[0]?.at ?? null }
    },
  }
}

/** Whether a month has begun since the step before: only then is there anything to forget. */
function isOtherMonth(before: number, now: number) {
  const monthOf = (id: number) =>
    sql`(select date_trunc('month', at at time zone 'UTC') from ${audit} where id = ${id})`
  return sql`select ${monthOf(before)} <> ${monthOf(now)} as is_other`
}

/** A month that is over for a month has no new entries: its counts stay, whom it counted isn't needed any more. */
const forgetOldMonths = sql`
  delete from ${auditPeople}
  where month < (select max(month) from ${auditPeople}) - interval '1 month'`

/** One statement: whoever is new in a month is added, and only those are counted. */
function countStep(after: number, upto: number) {
  return sql`
    with part as (
      select date_trunc('month', at at time zone 'UTC')::date as month, environment, actor_id, action, listed, details,
        subjects[1:coalesce(user_count, case when action = any(${texts(ABOUT_USERS)}) then cardinality(subjects) else 0 end)] as users,
        subjects
      from ${audit}
      where id > ${after} and id <= ${upto} and outcome = 'done' and environment is not null and role is not null
        and actor_id is not null
    ), added as (
      insert into ${auditPeople} (month, environment, actor_id, kind, user_id)
      select distinct month, environment, actor_id, kind, user_id
      from part, unnest(users) as user_id,
        lateral unnest(case
          when action = any(${texts(VIEWS)}) and listed then array['viewed']
          when action = any(${texts(VIEWS)}) then array['viewed', 'opened']
          when action = any(${texts(CHANGES)}) then array['changed']
          else array[]::text[] end) as kind
      on conflict do nothing
      returning month, environment, actor_id, kind
    ), counted as (
      select month, environment, actor_id, kind, count(*) as count from added group by 1, 2, 3, 4
      union all
      select month, environment, actor_id, 'exported', sum(coalesce((details ->> 'rows')::bigint, cardinality(subjects)))
      from part where action = any(${texts(REVIEWED_EXPORTS)}) group by 1, 2, 3
    )
    insert into ${auditMonths} (month, environment, actor_id, kind, count)
    select month, environment, actor_id, kind, count from counted
    on conflict (month, environment, actor_id, kind) do update set count = audit_months.count + excluded.count`
}
