'use client'
import { useEffect, useState } from 'react'
import { createSignal } from '#lib/utils/data/signal.ts'

const said = createSignal<[text: string]>()

/** Says something to people who do not see it happen. Never patient data: screen readers may log what they say. */
export const announce = said.send

/** Stands once in the shell, from the start: a live region that appears together with its text is often not read. */
export function Announcer() {
  const [message, setMessage] = useState({ text: '', turn: 0 })
  useEffect(() => said.subscribe((text) => setMessage(({ turn }) => ({ text, turn: turn + 1 }))), [])
  // A space that changes makes a repeated message a new one.
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {message.text}
      {message.turn % 2 === 1 ? '\u00a0' : ''}
    </div>
  )
}
