import { Users } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { EmptyState, NoRows, type NoRowsProps } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { ordersByText } from '#lib/domains/orders/list-address.ts'
import { openList } from '#lib/kernel/client/address.ts'
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

/** A search goes on among orders, by texts that their service compares itself. */
function NobodyFound({ mark, environment, text, onClear }: NobodyFoundProps) {
  const router = useRouter()
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
      Enter a name, phone, email, birth date, ZIP, reference, ID or tracking number. For a name, enter at least the
      first 3 letters; enter other values in full.
    </EmptyState>
  )
}
