/** Which addresses events may be sent to, as far as the address itself says; what its name resolves to is checked later. */
import { z } from 'zod'

const MAX_URL = 2000
/** This machine: for receivers under development, and the console's own inbox. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Returns whether an address is on this machine by its own words; a name that resolves to it doesn't count. */
export const isLoopback = ({ hostname }: URL) => LOOPBACK.test(hostname)

function problemOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Enter a URL that starts with https://.'
  if (url.username !== '' || url.password !== '') return 'Remove the user name and password from the URL.'
  if (url.hash !== '') return 'Remove the part after #.'
  if (url.protocol === 'http:' && !isLoopback(url)) return 'Use https. Only addresses on this machine can use http.'
  return null
}

export const targetUrl = z
  .string()
  .trim()
  .max(MAX_URL, `Keep the URL within ${MAX_URL} characters.`)
  .superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
