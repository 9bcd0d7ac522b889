'use client'
import { PageFailed } from '#components/shell/page-failed.tsx'

export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <PageFailed digest={error.digest} onRetry={retry} />
}
