'use client'
import { Radio } from 'lucide-react'
import { Switch } from '#components/ui/field/switch.tsx'

interface LiveSwitchProps {
  isLive: boolean
  /** Events are heard of as they arrive; else they are counted now and then. */
  isHeard: boolean
  onChange: (isLive: boolean) => void
}

export function LiveSwitch({ isLive, isHeard, onChange }: LiveSwitchProps) {
  return (
    <span className="flex items-center gap-3">
      {isLive && (
        <span role="status" className="inline-flex items-center gap-1.5 text-xs text-ink-3">
          <Radio aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
          {isHeard ? 'As events arrive' : 'Every 5 seconds'}
        </span>
      )}
      <Switch label="Live" checked={isLive} onChange={onChange} />
    </span>
  )
}
