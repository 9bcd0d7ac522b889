/** Which addresses events may be sent to, as far as the address itself says; what its name resolves to is checked later. */
import { z } from 'zod'

const MAX_URL = 2000
const TOO_LONG = `Keep the URL within ${MAX_URL} characters.`
/** Controls, and what turns the text next to it around: pasted into a terminal, such a URL could run something. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
/** This machine: for receivers under development, and the console's own inbox. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Returns whether an address is on this machine by its own words; a name that resolves to it doesn't count. */
export const isLoopback = ({ hostname }: URL) => LOOPBACK.test(hostname)

function problemOf(text: string): string | null {
  if (UNSAFE.test(text)) return 'Remove control characters from the URL.'
  const url = parsed(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Enter a URL that starts with https://.'
  if (url.username !== '' || url.password !== '') return 'Remove the user name and password from the URL.'
  if (url.hash !== '') return 'Remove the part after #.'
  if (url.protocol === 'http:' && !isLoopback(url)) return 'Use https. Only addresses on this machine can use http.'
  if (url.href.length > MAX_URL) return TOO_LONG
  return null
}

const parsed = (text: string) => (URL.canParse(text) ? new URL(text) : null)

/** As it is sent: what a URL may not hold is escaped. */
export const targetUrl = z
  .string()
  .trim()
  .max(MAX_URL, TOO_LONG)
  .superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .overwrite((text) => parsed(text)?.href ?? text)
