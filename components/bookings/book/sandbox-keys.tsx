'use client'
import { FlaskConical } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { Tag } from '#components/ui/display/tag.tsx'
import { BOOKING_OUTCOMES } from '#lib/demo/scenario.ts'
import { useDemo } from '#lib/demo/use-demo.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'

/** Keys of the embedded service, which makes up its providers; a real service gives keys with its free times. */
const KEYS = [
  { key: 'sandbox_confirm', does: 'Confirmed right away.' },
  { key: 'sandbox_slow_8000', does: 'Confirmed after 8 seconds; use any number of milliseconds.' },
  { key: 'sandbox_fail', does: 'Never confirmed: fails, or stays pending and is then canceled.' },
  { key: 'unknown_key', does: 'Not an offered slot: refused.' },
] as const

interface SandboxKeysProps {
  kind: Environment['kind']
  onUse: (key: string) => void
}

/** Beside the form in environments with sample data, and only there. */
export function SandboxKeys({ kind, onUse }: SandboxKeysProps) {
  const outcome = useDemo()?.snapshot.scenario.booking ?? null
  return (
    <section aria-labelledby="sandbox-keys" className="rounded-card border border-line bg-surface shadow-1">
      <div className="flex items-center gap-2 border-b border-line px-4 py-3">
        <FlaskConical aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.8} />
        <h2 id="sandbox-keys" className="text-base">
          Booking keys to try
        </h2>
        <span className="ml-auto">
          <Tag>{kind === 'demo' ? 'Demo only' : 'Sandbox only'}</Tag>
        </span>
      </div>
      {outcome && (
        <p className="border-b border-line bg-sunken px-4 py-2 text-xs text-ink-2">
          Demo controls set every booking to “{BOOKING_OUTCOMES[outcome].label}”, whatever its key.
        </p>
      )}
      <ul className="divide-y divide-line">
        {KEYS.map(({ key, does }) => (
          <li key={key} className="flex items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1">
              <span translate="no" className="block font-mono text-sm break-all">
                {key}
              </span>
              <span className="block text-xs text-ink-2">{does}</span>
            </span>
            <Button onPress={() => onUse(key)}>
              Use <span className="sr-only">{key}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
