import { CloudOff } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import type { Search } from './use-found.ts'

/** Lists failed searches with a retry; other results stay. */
export function FailureLines({ failures }: Pick<Search, 'failures'>) {
  return failures.map(({ subject, failure, retry }) => (
    <div
      key={subject}
      role="alert"
      data-tone="bad"
      className="flex items-center gap-2.5 border-t border-tone-line bg-tone-soft px-4 py-2"
    >
      <CloudOff aria-hidden="true" className="size-4 shrink-0 text-tone-fg" strokeWidth={1.9} />
      <p className="min-w-0 flex-1">
        <span className="font-control">{subject} couldn’t be searched.</span> {failure.detail}
      </p>
      {failure.status !== 403 && (
        <Button onPress={retry} aria-label={`Retry ${subject.toLowerCase()}`}>
          Try again
        </Button>
      )}
    </div>
  ))
}
