import { notFound } from 'next/navigation'

export const metadata = { title: 'Not found' }

/** Any page the console does not have: it is missing inside the frame of its environment, not instead of it. */
export default function MissingPage() {
  notFound()
}
