import { ContactBookView } from '#components/contacts/contact-book-view.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'

export const metadata = titleOf('settings/contacts')

export default async function ContactsPage({ params }: PageProps<'/[environment]/settings/contacts'>) {
  const { environment } = await params
  const context = await serverContext(environment)
  const { state, failure } = await prefetchConsole(getContactBook, { params: { environment } }, context)
  return (
    <ServerData state={state}>
      <ContactBookView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
