import { Kbd } from '#components/ui/button/kbd.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import type { DirectoryState } from '#lib/domains/users/directory.ts'
import { freshnessLabel } from './freshness.ts'
import { useModifier } from './use-modifier.ts'

/** How far the directory can be trusted, and the keys. */
export function PaletteFooter({ directory }: { directory: DirectoryState | undefined }) {
  const modifier = useModifier()
  const complete_at = directory?.complete_at ?? null
  const age = useTimeAgo(complete_at === null ? 0 : Date.parse(complete_at))
  return (
    <footer className="flex min-h-9 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-xs text-ink-2">
      <p className="min-w-0 flex-1">{directory && freshnessLabel(directory, age)}</p>
      <p
        aria-hidden="true"
        className="flex items-center gap-1.5 whitespace-nowrap max-rail:hidden pointer-coarse:hidden"
      >
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> move <Kbd>Enter</Kbd> open <Kbd>{modifier}</Kbd>
        <Kbd>Enter</Kbd> new tab <Kbd>Esc</Kbd> close
      </p>
    </footer>
  )
}
