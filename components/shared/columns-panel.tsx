'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { RefObject } from 'react'
import { Dialog, Heading, Popover } from 'react-aria-components'
import { announce } from '#components/ui/announcer.tsx'
import { Button } from '#components/ui/button.tsx'
import { Check } from '#components/ui/check.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { type ChosenColumn, withMoved, withShown } from '#lib/utils/column-choice.ts'
import type { ColumnsChoice } from './use-columns.ts'

interface ColumnsPanelProps extends ColumnsChoice {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const QUIET = 'size-7! border-transparent! bg-transparent! shadow-none! hover:bg-hover! max-rail:size-10!'

/** Every change counts at once. */
export function ColumnsPanel({ columns, onChange, onReset, trigger, onClose }: ColumnsPanelProps) {
  const move = ({ id, label }: ChosenColumn, step: -1 | 1) => {
    const next = withMoved(columns, id, step)
    onChange(next)
    announce(`${label} is number ${next.findIndex((column) => column.id === id) + 1} of ${next.length}.`)
  }
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom end"
      offset={6}
      className="w-[300px] max-w-[calc(100vw-16px)] overflow-y-auto rounded-pop border border-line-2 bg-surface shadow-3"
    >
      <Dialog className="outline-none">
        <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
          <Heading slot="title" className="text-base">
            Columns
          </Heading>
          <Button look="ghost" onPress={onReset}>
            Reset
          </Button>
        </div>
        <ul className="p-2">
          {columns.map((column, at) => (
            <li key={column.id} className="flex min-h-8 items-center gap-1 rounded-control pl-2 hover:bg-hover">
              <span className="min-w-0 flex-1">
                {column.fixed ? (
                  <span className="block truncate pl-[26px] text-ink-3">{column.label}, always shown</span>
                ) : (
                  <Check checked={column.shown} onChange={(shown) => onChange(withShown(columns, column.id, shown))}>
                    {column.label}
                  </Check>
                )}
              </span>
              {!column.fixed && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    label={`Move ${column.label} up`}
                    unavailable={at === 0 || columns[at - 1]?.fixed === true}
                    onPress={() => move(column, -1)}
                    className={QUIET}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Move ${column.label} down`}
                    unavailable={at === columns.length - 1}
                    onPress={() => move(column, 1)}
                    className={QUIET}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        <p className="border-t border-line px-4 py-2 text-xs text-ink-3">
          Their order counts where the window is wide enough for one line a row. Kept in this browser.
        </p>
      </Dialog>
    </Popover>
  )
}
