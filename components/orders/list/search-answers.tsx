/** Beside the rows of an orders search: people whom it may mean, and that no order matches. */
import { useQuery } from '@tanstack/react-query'
import { RowPatient } from '#components/patterns/domain/patient.tsx'
import { useMay } from '#components/patterns/page/role.tsx'
import { NoRows, type NoRowsProps } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { FOUND_BY_LABELS, findPeople, searchLimit } from '#lib/domains/users/directory.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { NamedIds } from './filters/named-ids.tsx'

/** People of a line; the full number is in its words. */
const SHOWN = 5

interface PeopleFoundProps {
  environment: string
  text: string
  /** Lists the orders of one person in place of those that the text finds. */
  onShow: (user_id: string) => void
}

/** People whom the search means by what no order says, such as a phone number: exact first, each with the reason. */
export function PeopleFound({ environment, text, onShow }: PeopleFoundProps) {
  const may = useMay(findPeople.permission)
  const { data, error } = useQuery({
    ...consoleQuery(findPeople, { params: { environment }, body: { text, limit: SHOWN } }, {}),
    enabled: may,
  })
  if (!(may && (data || error))) return null
  const people = data?.people ?? []
  const reasons = [...new Set(people.flatMap(({ by }) => by))].map((by) => FOUND_BY_LABELS[by].toLowerCase())
  const limit = error ? `People couldn’t be searched. ${error.message}` : data && searchLimit(data)
  return (
    <section aria-label="People found" className="border-b border-line bg-surface px-4 py-2 text-sm rail:px-6">
      {people.length > 0 && data && (
        <>
          <p>
            {data.is_cut ? 'More than ' : ''}
            {data.total === 1 ? '1 person matches' : `${formatCount(data.total)} people match`} by {reasons.join(', ')}
            {data.total > people.length ? `; first ${formatCount(people.length)} shown` : ''}
          </p>
          <ul className="flex flex-wrap gap-2 py-1.5">
            {people.map(({ user_id, how, by }) => (
              <li key={user_id} className="flex min-h-8 items-center gap-2 rounded-control border border-line-2 pl-2.5">
                <RowPatient environment={environment} order={{ user_id }} birth />
                {(how === 'sounds' || reasons.length > 1) && (
                  <span className="text-ink-3">
                    {how === 'sounds' && 'Sounds like '}
                    {by.map((each) => FOUND_BY_LABELS[each]).join(', ')}
                  </span>
                )}
                <Button look="ghost" onPress={() => onShow(user_id)}>
                  Show orders
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-ink-3">
        {people.length === 0 &&
          !error &&
          'No one matches by phone, name, email, birth date, ZIP code or tracking number. '}
        {limit ?? 'Notes, result values and insurance numbers can’t be searched.'}
      </p>
    </section>
  )
}

type NoOrdersProps = Pick<NoRowsProps, 'beyond' | 'isFiltered' | 'problem' | 'onFirst' | 'onClear'>

const UNMATCHED = {
  title: 'No orders match',
  text: 'Nothing matches the search and all filters.',
  problem: 'No order can match',
}

export function NoOrders(props: NoOrdersProps) {
  const mark = <Tube level={0} className="h-6" />
  return (
    <NoRows mark={mark} noun="orders" unmatched={UNMATCHED} title="No orders yet" {...props}>
      Orders appear here when your team places them through the API.
    </NoRows>
  )
}

export interface PastedIds {
  ids: readonly string[]
  /** Words that can't be an ID. */
  malformed: readonly string[]
}

/** Says of a pasted list what was searched for, what wasn't understood, and which IDs have no order here (null: not known). */
export function PastedNote({ ids, malformed, missing }: PastedIds & { missing: readonly string[] | null }) {
  return (
    <Notice kind={malformed.length > 0 || missing?.length ? 'warn' : 'info'}>
      <div role="status" className="flex flex-col gap-0.5">
        <span>
          {ids.length === 0 ? 'No order ID in what was pasted.' : `${countOf(ids.length, 'pasted ID')} searched.`}
        </span>
        {malformed.length > 0 && <NamedIds words="Skipped because they aren’t IDs:" ids={malformed} />}
        {missing !== null && missing.length > 0 && <NamedIds words="No order in this list for:" ids={missing} />}
      </div>
    </Notice>
  )
}
