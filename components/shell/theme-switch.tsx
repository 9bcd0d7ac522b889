'use client'

import clsx from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { readCookie, writeCookie } from '#lib/utils/browser/browser.ts'
import { createSignal } from '#lib/utils/data/signal.ts'

const CHOICES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const

interface ThemeSwitchProps {
  initial: Theme
  /** In the rail it takes the rail's colours and shows signs only. */
  place: 'rail' | 'sheet'
}

export function ThemeSwitch({ initial, place }: ThemeSwitchProps) {
  const [theme, setTheme] = useTheme(initial)
  const name = useId()
  const rail = place === 'rail'
  const others = rail ? CHOICES.filter(({ value }) => value !== theme) : []
  useShortcuts(
    others.map(({ value, label, icon }) => ({
      strokes: [],
      label: `Theme: ${label.toLowerCase()}`,
      words: 'appearance colors mode',
      group: 'Console' as const,
      icon,
      run: () => setTheme(value),
    })),
  )
  return (
    <fieldset
      className={clsx(
        'flex gap-0.5 rounded-control border p-0.5',
        rail ? 'border-rail-line max-wide:flex-col' : 'border-line-2 bg-sunken',
      )}
    >
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ value, label, icon: Icon }) => (
        <label
          key={value}
          title={rail ? label : undefined}
          className={clsx(
            'relative flex flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-tag has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
            rail
              ? 'h-6 max-wide:h-8 max-wide:flex-none text-rail-ink-2 outline-rail-ink hover:text-rail-ink has-checked:bg-rail-2 has-checked:text-rail-ink'
              : 'h-10 font-control text-ink-2 outline-focus has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--control)]',
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={theme === value}
            onChange={() => setTheme(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon />
          <span className={rail ? 'sr-only' : undefined}>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const changed = createSignal()

function chosen(): Theme {
  const theme = readCookie('theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** The server writes the cookie's theme into the HTML; a change sets both, so that nothing flashes either way. */
function useTheme(initial: Theme) {
  const theme = useSyncExternalStore(changed.subscribe, chosen, () => initial)
  const setTheme = (next: Theme) => {
    writeCookie('theme', next)
    document.documentElement.dataset.theme = next
    changed.send()
  }
  return [theme, setTheme] as const
}
