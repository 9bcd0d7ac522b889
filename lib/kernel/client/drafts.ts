/** Unsaved input on this page: it outlives a session that ends. */
import { useEffect } from 'react'

const drafts = new Set<symbol>()
const abandoned = new Set<() => void>()

/** Whether something on this page would be lost with it. */
export function hasDraft(): boolean {
  return drafts.size > 0
}

/** Holds the page for what isn't saved. Returns what lets go of it. */
export function holdDraft(): () => void {
  const draft = Symbol('draft')
  drafts.add(draft)
  return () => drafts.delete(draft)
}

export function useDraft(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdDraft() : undefined), [isUnsaved])
}

/** Calls back when the page is left with all that is on it, so that nothing asks to stay. Returns what ends it. */
export function onAbandon(listener: () => void): () => void {
  abandoned.add(listener)
  return () => abandoned.delete(listener)
}

/** Gives up every draft: whoever was signed in can't save it any more. */
export function abandonDrafts(): void {
  drafts.clear()
  for (const listener of [...abandoned]) listener()
}
