/** Copies text after an asynchronous permission check, without losing the user gesture that browsers require. */
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
  // The clipboard may never read the promise; its rejection must not count as an unhandled error.
  promised.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': promised })])
    return 'copied'
  } catch {
    if (!(await allowed)) return 'refused'
    return (await copyText(text)) ? 'copied' : 'failed'
  }
}
