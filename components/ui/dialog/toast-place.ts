/** Position of toasts: top right, or the bottom where they'd cover the button just pressed. */
export type ToastPlace = 'top' | 'bottom'

/** Pixels: how far below the top and how wide a toast reaches, with room for two lines. */
const REACH = { below: 180, width: 396 }

export function toastPlace(pressed: Element | null, viewportWidth: number): ToastPlace {
  const button = pressed?.closest('button, a, [role=button]')
  if (!button) return 'top'
  const { top, right } = button.getBoundingClientRect()
  return top < REACH.below && right > viewportWidth - REACH.width ? 'bottom' : 'top'
}
