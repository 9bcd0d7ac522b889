/** When data of a source last arrived, of which types, and in which rhythm, in the database: one statement each time. */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { BEAT, GAPS, SILENT_AFTER } from '#lib/domains/connections/rhythm.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { DATA_STEP, slugKey } from './rules.ts'
import type { DirectoryStore } from './store.ts'
import { directoryConnections } from './tables.ts'

const seconds = (milliseconds: number) => sql.raw(`interval '${milliseconds / SECOND} seconds'`)

/** The rule of `rhythm.ts`. */
const MEDIAN = sql.raw('(select percentile_disc(0.5) within group (order by gap) from unnest(after.gaps) as gap)')
const SILENT_AT = (at: SQL) => sql`case when cardinality(after.gaps) >= ${sql.raw(String(GAPS.least))} then ${at}
  + greatest(${seconds(SILENT_AFTER.least)}, ${sql.raw(String(SILENT_AFTER.gaps))} * ${MEDIAN} * interval '1 minute') end`

const coverageRows = z.object({
  rows: z.array(
    z.object({ slug: z.string(), resource: z.string(), available: z.int(), denied: z.int(), never: z.int() }),
  ),
})

/** Returns what the directory knows of the data of sources. */
export function postgresData(db: Database): Pick<DirectoryStore, 'noteData' | 'countCoverage'> {
  return {
    async noteData(environment, { user_id, slug, at: instant, resource = null }) {
      const at = sql`${instant}::timestamptz`
      const type = sql`${resource}::text`
      await db.execute(sql`
        with before as (
          select *, last_data_at is null or last_data_at <= ${at} - ${seconds(DATA_STEP)} as is_new,
            ${type} is not null and not ${type} = any(received) as is_new_type
          from ${directoryConnections}
          where environment = ${environment} and user_id = ${user_id} and slug = ${slugKey(slug)}
          for update
        ), beaten as (
          select *, is_new and (beat_at is null or beat_at <= ${at} - ${seconds(BEAT)}) as is_beat from before
        ), after as (
          select environment, user_id, slug, is_new, is_new_type, is_beat,
            case when is_beat and beat_at is not null
              then (gaps || floor(extract(epoch from ${at} - beat_at) / 60)::int)[greatest(1, cardinality(gaps) + 2 - ${sql.raw(String(GAPS.kept))}):]
              else gaps end as gaps
          from beaten where is_new or is_new_type
        )
        update ${directoryConnections} as kept set
          last_data_at = case when after.is_new then ${at} else kept.last_data_at end,
          beat_at = case when after.is_beat then ${at} else kept.beat_at end,
          gaps = after.gaps,
          silent_at = case when after.is_new then ${SILENT_AT(at)} else kept.silent_at end,
          received = case when after.is_new_type then kept.received || ${type} else kept.received end
        from after
        where kept.environment = after.environment and kept.user_id = after.user_id and kept.slug = after.slug`)
    },

    async countCoverage(environment, connected_before) {
      const result: unknown = await db.execute(sql`
        select slug, resource, count(*) filter (where is_available)::int as available,
          count(*) filter (where not is_available)::int as denied,
          count(*) filter (where is_available and not resource = any(received)
            and created_on < ${connected_before.toISOString()}::timestamptz)::int as never
        from ${directoryConnections} as kept cross join lateral (
          select unnest(kept.available) as resource, true as is_available
          union all select unnest(kept.denied), false
        ) as offered
        where environment = ${environment}
        group by slug, resource order by slug, resource collate "C"`)
      return coverageRows.parse(result).rows
    },
  }
}
