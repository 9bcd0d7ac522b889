/** Copies a text only after something else has been allowed, without losing the press that asked for it. */
import { copyText } from './browser.ts'

/**
 * `copied`, `refused` when it was not allowed, `failed` when the browser did not let us. Safari takes a copy within the
 * press only, so that the clipboard is given the promise of a text, which never comes when it is not allowed.
 */
export async function copyWhen(allowed: Promise<boolean>, text: string): Promise<'copied' | 'refused' | 'failed'> {
  const promised = allowed.then((yes) => {
    if (!yes) throw new Error('not allowed')
    return new Blob([text], { type: 'text/plain' })
  })
  // Where nobody takes the promise, its refusal is not an error of the page.
  promised.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': promised })])
    return 'copied'
  } catch {
    if (!(await allowed)) return 'refused'
    return (await copyText(text)) ? 'copied' : 'failed'
  }
}
