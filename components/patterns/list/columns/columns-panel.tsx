import { ArrowDown, ArrowUp, ChevronsLeftRight, ChevronsRightLeft, Rows3, Rows4 } from 'lucide-react'
import type { RefObject } from 'react'
import { Dialog, Heading, Popover } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import { type ChosenColumn, COLUMN_WIDTH, withMoved, withShown } from '#lib/utils/browser/column-choice.ts'
import type { ColumnsChoice } from './use-columns.ts'

interface ColumnsPanelProps extends ColumnsChoice {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const SMALL = 'size-7 max-rail:size-10'

const HEIGHTS = [
  { value: 'dense', text: 'Compact', icon: Rows4 },
  { value: 'roomy', text: 'Comfortable', icon: Rows3 },
] as const

/** Pixels, as the table shows the column now; null where it does not, as in a list of cards. */
function widthOf(id: string): number | null {
  const head = document.querySelector(`th[data-column="${CSS.escape(id)}"]`)
  return head?.getBoundingClientRect().width || null
}

/** Every change counts at once. */
export function ColumnsPanel(props: ColumnsPanelProps) {
  const { columns, density, onChange, onDensity, onWidth, onReset, trigger, onClose } = props
  const resize = ({ id, label, width }: ChosenColumn, step: -1 | 1) => {
    const next = (width ?? widthOf(id) ?? COLUMN_WIDTH.min) + step * COLUMN_WIDTH.step
    onWidth(id, next)
    announce(`${label} is ${step < 0 ? 'narrower' : 'wider'}.`)
  }
  const move = ({ id, label }: ChosenColumn, step: -1 | 1) => {
    const next = withMoved(columns, id, step)
    onChange(next)
    announce(`${label} is now column ${next.findIndex((column) => column.id === id) + 1} of ${next.length}.`)
  }
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom end"
      offset={6}
      className="w-[348px] max-w-[calc(100vw-16px)] overflow-y-auto rounded-pop border border-line-2 bg-surface shadow-3"
    >
      <Dialog className="outline-none">
        <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
          <Heading slot="title" className="text-base">
            Columns
          </Heading>
          <span className="flex items-center gap-1">
            <Segments label="Row height" value={density} options={HEIGHTS} onChange={onDensity} />
            <Button look="ghost" onPress={onReset}>
              Reset
            </Button>
          </span>
        </div>
        <ul className="p-2">
          {columns.map((column, at) => (
            <li key={column.id} className="flex min-h-8 items-center gap-1 rounded-control pl-2 hover:bg-hover">
              <span className="min-w-0 flex-1 [&>label]:items-center">
                {column.fixed ? (
                  <span className="block truncate pl-[26px] text-ink-3">{column.label}, always shown</span>
                ) : (
                  <Check checked={column.shown} onChange={(shown) => onChange(withShown(columns, column.id, shown))}>
                    {column.label}
                  </Check>
                )}
              </span>
              {column.shown && (
                <>
                  <IconButton
                    icon={ChevronsRightLeft}
                    label={`Make ${column.label} narrower`}
                    unavailable={column.width === COLUMN_WIDTH.min}
                    onPress={() => resize(column, -1)}
                    plain
                    className={SMALL}
                  />
                  <IconButton
                    icon={ChevronsLeftRight}
                    label={`Make ${column.label} wider`}
                    unavailable={column.width === COLUMN_WIDTH.max}
                    onPress={() => resize(column, 1)}
                    plain
                    className={SMALL}
                  />
                </>
              )}
              {!column.fixed && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    label={`Move ${column.label} up`}
                    unavailable={at === 0 || columns[at - 1]?.fixed === true}
                    onPress={() => move(column, -1)}
                    plain
                    className={SMALL}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Move ${column.label} down`}
                    unavailable={at === columns.length - 1}
                    onPress={() => move(column, 1)}
                    plain
                    className={SMALL}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        <p className="border-t border-line px-4 py-2 text-xs text-ink-3">
          Drag a column’s edge to resize it; double-click to reset. Saved in this browser.
        </p>
      </Dialog>
    </Popover>
  )
}
