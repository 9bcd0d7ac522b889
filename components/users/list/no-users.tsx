import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { EmptyState, NoRows, type NoRowsProps } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { ordersByText } from '#lib/domains/orders/list-address.ts'
import { findPeople, searchDirectory, searchLimit } from '#lib/domains/users/directory.ts'
import { openList } from '#lib/kernel/client/address.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'

interface NoUsersProps extends Pick<NoRowsProps, 'beyond' | 'isFiltered' | 'problem' | 'onFirst' | 'onClear'> {
  environment: string
  text: string
}

const UNMATCHED = { title: 'No users match', text: 'No user matches all of these filters.' }

export function NoUsers({ environment, text, ...rows }: NoUsersProps) {
  const mark = <Users className="size-5" />
  if (text !== '' && !rows.problem && !rows.beyond) {
    return <NobodyFound {...{ mark, environment, text }} onClear={rows.onClear} />
  }
  return (
    <NoRows mark={mark} noun="users" unmatched={UNMATCHED} title="No users yet" {...rows}>
      Users appear here when your team creates them through the API.
    </NoRows>
  )
}

interface NobodyFoundProps {
  mark: ReactNode
  environment: string
  text: string
  onClear: () => void
}

/** Milliseconds between two looks at an index that is being built. */
const LOOK_AGAIN = 2_000

/** Returns why somebody may be missing, and reads the list again once the index has them. */
function useMissing(environment: string, text: string): string | null {
  const client = useQueryClient()
  const { data } = useQuery({
    ...consoleQuery(findPeople, { params: { environment }, body: { text, limit: 1 } }, {}),
    enabled: useMay(findPeople.permission),
    refetchInterval: ({ state }) => (state.data && state.data.index.share < 1 ? LOOK_AGAIN : false),
  })
  const found = data?.total ?? 0
  useEffect(() => {
    if (found > 0) void client.invalidateQueries({ queryKey: ['console', searchDirectory.name] })
  }, [found, client])
  return data ? searchLimit(data) : null
}

/** A search goes on among orders, by texts that their service compares itself. */
function NobodyFound({ mark, environment, text, onClear }: NobodyFoundProps) {
  const router = useRouter()
  const missing = useMissing(environment, text)
  const { address, held } = ordersByText(environment, text)
  const action = (
    <>
      <Button look="primary" onPress={() => openList(address, held, router.push)}>
        {readIdQuery(text) ? 'Search orders for this ID' : 'Search orders for this name'}
      </Button>
      <Button onPress={onClear}>Clear all</Button>
    </>
  )
  return (
    <EmptyState mark={mark} title="No users match" action={action}>
      {missing ??
        'Enter a name, phone, email, birth date, ZIP, reference, ID or tracking number. For a name, enter at least the first 3 letters; enter other values in full.'}
    </EmptyState>
  )
}
