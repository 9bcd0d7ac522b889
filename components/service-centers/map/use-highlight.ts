/** Center highlighted in list and map. Numbers belong to one answer: another search starts over. */
import { useState } from 'react'

interface Highlight {
  selected: number | null
  hovered: number | null
  /** For the hand-out. */
  chosen: ReadonlySet<number>
}

const NOTHING: Highlight = { selected: null, hovered: null, chosen: new Set() }

/** `answer` is the identity of what was found. */
export function useHighlight(answer: unknown) {
  const [kept, setKept] = useState({ answer, looked: NOTHING })
  const looked = kept.answer === answer ? kept.looked : NOTHING
  const change = (next: (before: Highlight) => Highlight) =>
    setKept((before) => ({ answer, looked: next(before.answer === answer ? before.looked : NOTHING) }))
  return {
    ...looked,
    select: (selected: number | null) => change((before) => ({ ...before, selected })),
    hover: (hovered: number | null) => change((before) => ({ ...before, hovered })),
    choose: (number: number, isChosen: boolean) =>
      change((before) => {
        const chosen = new Set(before.chosen)
        if (isChosen) chosen.add(number)
        else chosen.delete(number)
        return { ...before, chosen }
      }),
  }
}

export type Highlighting = ReturnType<typeof useHighlight>
