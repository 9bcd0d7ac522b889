import type { Config } from 'tailwindcss'

/** Each name stands for a custom property of app/tokens.css, where every value is stated once for both themes. */
function tokens(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, `var(--${name})`]))
}

export default {
  theme: {
    screens: {
      /** From here on the rail replaces the bars of the mobile shell. */
      rail: '641px',
      /** From here on the rail has words. */
      wide: '1080px',
    },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...tokens('canvas', 'surface', 'sunken', 'hover', 'line', 'line-2', 'control', 'ink', 'ink-2', 'ink-3'),
      ...tokens('accent', 'accent-hover', 'accent-ink', 'accent-soft', 'accent-line', 'on-accent', 'focus'),
      ...tokens('critical', 'on-critical', 'scrim'),
      ...tokens('rail', 'rail-2', 'rail-ink', 'rail-ink-2', 'rail-line', 'env', 'env-ink', 'env-edge'),
      ...tokens('tone-fg', 'tone-soft', 'tone-line', 'tone-dot', 'hue-soft', 'hue-ink'),
    },
    fontFamily: {
      sans: 'var(--font-next), var(--font-next-ext), ui-sans-serif, system-ui, sans-serif',
      mono: 'var(--font-mono), ui-monospace, monospace',
    },
    fontSize: {
      '2xs': ['11px', '14px'],
      xs: ['12px', '16px'],
      sm: ['13px', '18px'],
      base: ['14px', '20px'],
      lg: ['16px', '22px'],
      xl: ['20px', '26px'],
      '2xl': ['26px', '32px'],
    },
    fontWeight: { text: '430', medium: '500', control: '560', heading: '640' },
    borderRadius: {
      none: '0',
      tag: '5px',
      pill: '6px',
      control: '7px',
      env: '9px',
      card: '10px',
      pop: '11px',
      full: '9999px',
    },
    boxShadow: { none: 'none', 1: 'var(--shadow-1)', 2: 'var(--shadow-2)', 3: 'var(--shadow-3)' },
  },
} satisfies Config
