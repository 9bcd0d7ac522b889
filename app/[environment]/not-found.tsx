import { NoPage } from '#components/features/shell/no-page.tsx'

export default function NotFound() {
  return <NoPage />
}
