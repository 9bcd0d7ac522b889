'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '#components/ui/display/notice.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import type { FieldError } from './form-scope.ts'

interface ErrorSummaryProps {
  errors: readonly FieldError[]
  /** How often the form was sent; each time the person is led to what is wrong. */
  turn: number
}

function focusField(id: string) {
  const box = document.getElementById(id)
  box?.scrollIntoView({ block: 'center' })
  box?.focus({ preventScroll: true })
}

/** After sending: with one or two errors the first field gets the focus, with more a list that leads to each. */
export function ErrorSummary({ errors, turn }: ErrorSummaryProps) {
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(errors)
  useEffect(() => {
    latest.current = errors
  })
  useEffect(() => {
    const [first] = latest.current
    if (turn === 0 || !first) return
    if (latest.current.length > 2) list.current?.focus()
    else focusField(first.id)
  }, [turn])
  if (turn === 0 || errors.length <= 2) return null
  return (
    <div ref={list} tabIndex={-1} className="rounded-card">
      <Notice kind="bad" alert>
        <p className="font-heading">Not saved: {countOf(errors.length, 'field')} need attention</p>
        <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5">
          {errors.map(({ id, label, problem }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="font-control underline underline-offset-3"
                onClick={(event) => {
                  event.preventDefault()
                  focusField(id)
                }}
              >
                {label}
              </a>
              : {problem}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
