/** Buffers keys typed or pasted between the palette's shortcut and the arrival of its code. */

export interface BufferedKeys {
  text: string
  /** Enter was pressed: what the text is should open as soon as it is known. */
  enter: { newTab: boolean } | null
  /** Esc was pressed. */
  cancelled: boolean
}

/** Returns what ends the listening and says what there was. */
export function bufferKeys(): () => BufferedKeys {
  const early: BufferedKeys = { text: '', enter: null, cancelled: false }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return
    const command = event.ctrlKey || event.metaKey
    if (event.key === 'Enter') early.enter = { newTab: command }
    else if (event.key === 'Escape') early.cancelled = true
    else if (command) return
    else if (event.key === 'Backspace') early.text = early.text.slice(0, -1)
    else if ([...event.key].length === 1) early.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    early.text += event.clipboardData?.getData('text/plain') ?? ''
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('paste', onPaste, true)
  return () => {
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('paste', onPaste, true)
    return early
  }
}
