/** News of events while a page is open. In the demo nobody sends any: its pages look for themselves. */
import { useEffect, useEffectEvent, useState } from 'react'
import { isDemoPath } from '#lib/utils/browser/demo-path.ts'
import type { LiveNews } from './live.ts'
import { watchTogether } from './shared-watch.ts'

interface LiveEvents {
  environment: string
  order_id?: string
  /** The newest event that the page knows; null for the newest there is. */
  after?: number | null
  isOn?: boolean
  onNews: (news: LiveNews) => void
}

/** Returns whether news are heard; while they aren’t, the page must look now and then. */
export function useLiveEvents({ environment, order_id, after = null, isOn = true, onNews }: LiveEvents): boolean {
  const [isOpen, setOpen] = useState(false)
  const tell = useEffectEvent(onNews)
  const known = useEffectEvent(() => after)
  const isWanted = isOn && !isDemoPath(`/${environment}`)
  useEffect(() => {
    if (!isWanted) return
    const left = new AbortController()
    const { signal } = left
    const watch = { environment, order_id: order_id ?? null, after: known(), signal }
    watchTogether({
      ...watch,
      onNews: (news) => !signal.aborted && tell(news),
      onState: (isHeard) => !signal.aborted && setOpen(isHeard),
    })
    return () => {
      left.abort()
      setOpen(false)
    }
  }, [environment, order_id, isWanted])
  return isOpen
}
