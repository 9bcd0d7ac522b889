import { NoEnvironment } from '#components/shell/no-environment.tsx'

export const metadata = { title: 'Not found · Vialdesk' }

export default function NotFound() {
  return <NoEnvironment />
}
