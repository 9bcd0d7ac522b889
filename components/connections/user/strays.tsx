/** Data of sources that aren’t connected: disconnected since, or never known to the service. */
import { Notice } from '#components/ui/display/notice.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { providerName } from '#lib/domains/connections/providers.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { instantDay } from '#lib/utils/time/instants.ts'
import { useSourceDays } from './use-last-data.ts'

interface StraysProps extends UserAddress {
  connections: readonly Connection[]
}

export function Strays({ environment, user_id, connections }: StraysProps) {
  const sources = useSourceDays({ environment, user_id })
  const clock = useWallClock()
  return [...(sources ?? [])]
    .filter(([slug]) => !connections.some((one) => one.slug === slug))
    .map(([slug, { days, last }]) => {
      const sent = days.filter((count) => count > 0).length
      return (
        <Notice key={slug} kind="warn">
          <span>Data of </span>
          <Verbatim>{providerName(slug)}</Verbatim>
          <span>
            {`, which isn’t connected, arrived ${sent > 0 ? `on ${countOf(sent, 'day')} of the last ${days.length}, ` : ''}last on ${instantDay(last, clock)}.`}
          </span>
        </Notice>
      )
    })
}
