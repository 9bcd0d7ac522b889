/** What is typed or pasted between the key that opens the palette and the palette: its code may still be on the way. */

export interface EarlyText {
  /** Ends the listening; the text so far. Again, it is empty. */
  take: () => string
}

export function catchEarlyText(): EarlyText {
  let text = ''
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing) return
    if (key === 'Backspace') text = text.slice(0, -1)
    else if ([...key].length === 1) text += key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    text += event.clipboardData?.getData('text/plain') ?? ''
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('paste', onPaste, true)
  return {
    take() {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('paste', onPaste, true)
      const taken = text
      text = ''
      return taken
    },
  }
}
