import { Users } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { EmptyState, NoRows, type NoRowsProps } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { ordersByText } from '#lib/domains/orders/list-address.ts'
import { openList } from '#lib/kernel/client/address.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'
import { unsearchable } from './users-search.ts'

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

/** A search goes on: names are not in the list of users, but on their orders. */
function NobodyFound({ mark, environment, text, onClear }: NobodyFoundProps) {
  const router = useRouter()
  const never = unsearchable(text)
  const { address, held } = ordersByText(environment, text)
  const action = (
    <>
      {!never && (
        <Button look="primary" onPress={() => openList(address, held, router.push)}>
          {readIdQuery(text) ? 'Search orders for this ID' : 'Search orders for this name'}
        </Button>
      )}
      <Button onPress={onClear}>Clear all</Button>
    </>
  )
  return (
    <EmptyState mark={mark} title={never ? `${never} can’t be searched` : 'No users match'} action={action}>
      {never
        ? 'The list of users has references and IDs only. Search by one of these, or search orders by the patient’s name.'
        : 'Enter at least 3 characters of a reference or 4 of an ID. Patient names are on orders. Email addresses and phone numbers can’t be searched.'}
    </EmptyState>
  )
}
