import { NoPage } from '#components/shell/no-page.tsx'

export default function NotFound() {
  return <NoPage />
}
