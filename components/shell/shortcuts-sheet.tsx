import { X } from 'lucide-react'
import { useState } from 'react'
import { Heading } from 'react-aria-components'
import { offeredShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'

const GROUPS = ['Go to', 'Console', 'List'] as const

function Strokes({ strokes }: { strokes: readonly string[] }) {
  const keys = strokes.flatMap((stroke) => stroke.split('+'))
  return (
    <span className="inline-flex items-center gap-1 [&_kbd]:inline-block">
      {keys.map((key) => (
        <Kbd key={key}>{key.charAt(0).toUpperCase() + key.slice(1)}</Kbd>
      ))}
    </span>
  )
}

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [shortcuts] = useState(offeredShortcuts)
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog isOpen onClose={onClose} sheet className="max-w-[560px]">
      <div className="flex items-center border-b border-line py-2.5 pr-2.5 pl-5">
        <Heading slot="title" className="flex-1 text-lg">
          Keyboard shortcuts
        </Heading>
        <IconButton icon={X} label="Close" onPress={onClose} plain />
      </div>
      <div className="gap-x-8 px-5 pt-4 rail:columns-2">
        {GROUPS.map((group) => {
          const lines = shortcuts.filter((shortcut) => shortcut.group === group && shortcut.strokes.length > 0)
          if (lines.length === 0) return null
          return (
            <section key={group} className="break-inside-avoid pb-4">
              <h3 className="pb-1 text-xs font-control text-ink-3">{group}</h3>
              <dl>
                {lines.map(({ strokes, label }) => (
                  <div key={label} className="flex min-h-8 items-center justify-between gap-3">
                    <dt>{label}</dt>
                    <dd>
                      <Strokes strokes={strokes} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
      <label className="flex cursor-pointer items-center gap-3 border-t border-line bg-sunken px-5 py-3.5">
        <span className="flex-1">
          <span className="block font-control">Single-key shortcuts</span>
          <span className="block text-xs text-ink-3">
            Turn these off if you use dictation or they get in the way. Shortcuts with Ctrl always work.
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={singleKeys}
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.target.checked)}
          className="relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full bg-control transition-colors duration-100 before:absolute before:top-[3px] before:left-[3px] before:size-[18px] before:rounded-full before:bg-surface before:transition-transform before:duration-100 checked:bg-accent checked:before:translate-x-4"
        />
      </label>
    </Dialog>
  )
}
