import { Check, Minus } from 'lucide-react'
import { memo } from 'react'
import { formatCount } from '#lib/utils/text/counts.ts'

interface RowBoxProps {
  index: number
  /** In the whole list, from 1. */
  number: number
  isSelected: boolean
  tabIndex: number
  onSelect: (index: number, isRange: boolean) => void
}

/** Chooses one row; with Shift all from the one chosen last. */
export const RowBox = memo(function RowBox({ index, number, isSelected, tabIndex, onSelect }: RowBoxProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={`Select row ${formatCount(number)}`}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(index, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
      {isSelected && <Check className="list-tick stroke-[3]" />}
    </label>
  )
})

/** Chooses the page; in the head of the table. */
export function PageBox({ state, onChange }: { state: 'none' | 'some' | 'all'; onChange: () => void }) {
  const Mark = state === 'all' ? Check : Minus
  return (
    <label>
      <input
        type="checkbox"
        aria-label="Select page"
        checked={state === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = state === 'some'
        }}
        onChange={onChange}
      />
      {state !== 'none' && <Mark className="list-tick stroke-[3]" />}
    </label>
  )
}
