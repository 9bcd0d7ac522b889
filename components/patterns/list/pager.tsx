import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { describeWindow, type PageWindow } from '#lib/utils/data/page-window.ts'
import { countOf } from '#lib/utils/text/counts.ts'

/** A number that couldn't be read again isn't exact, so it says so wherever it stands. */
export const asLoaded = (words: string, isOld: boolean) => (isOld ? `${words}, as last loaded` : words)

interface PagerProps {
  /** Rows counted: "users". */
  noun: string
  window: PageWindow
  /** The page asked for is still under way. */
  isStale: boolean
  /** It couldn't be read again. */
  isOld?: boolean
  sizes: readonly number[]
  onPage: (offset: number) => void
  onSize: (size: number) => void
  /** The pointer or the focus is on the way to a page: a good moment to fetch it. */
  onAim: (offset: number) => void
  /** Rows can be chosen. */
  hasSelection?: boolean
  /** Space previews a row where this is set; beside an open preview there is no room for the keys. */
  isPreviewing?: boolean | undefined
}

export function Pager(props: PagerProps) {
  const {
    noun,
    window,
    isStale,
    isOld = false,
    sizes,
    onPage,
    onSize,
    onAim,
    hasSelection = false,
    isPreviewing,
  } = props
  const [singleKeys] = useSingleKeys()
  useShortcuts([
    {
      strokes: ['<'],
      label: 'Previous page',
      group: 'List',
      run: () => window.previous !== null && onPage(window.previous),
    },
    { strokes: ['>'], label: 'Next page', group: 'List', run: () => window.next !== null && onPage(window.next) },
  ])
  // A size from the address that is none of ours is offered beside them.
  const options = [...new Set([...sizes, window.limit])].sort((a, b) => a - b)
  const pages = [
    { label: 'First page', icon: ChevronsLeft, offset: window.first },
    { label: 'Previous page', icon: ChevronLeft, offset: window.previous },
    { label: 'Next page', icon: ChevronRight, offset: window.next },
    { label: 'Last page', icon: ChevronsRight, offset: window.last },
  ]
  return (
    <nav
      aria-label={`Pages of ${noun}`}
      className="@container flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2 max-rail:py-3 rail:sticky rail:bottom-0 rail:z-10 rail:px-6 print:static! print:[&>:not(p)]:hidden"
    >
      {singleKeys && !isPreviewing && (
        <div
          aria-hidden="true"
          className="mr-auto hidden items-center gap-4 text-xs text-ink-3 pointer-fine:@min-[860px]:flex"
        >
          <Keys keys={['J', 'K']}>move</Keys>
          {isPreviewing === false && <Keys keys={['Space']}>preview</Keys>}
          {hasSelection && <Keys keys={['X']}>select</Keys>}
          <Keys keys={['C']}>copy ID</Keys>
          <Keys keys={['<', '>']}>page</Keys>
        </div>
      )}
      <p className="mr-auto min-w-0 text-ink-2 @min-[860px]:mr-0">
        {isStale && 'Loading '}
        {asLoaded(describeWindow(window), isOld)}
        <span data-left={leftOut(window)} className="print:after:content-[attr(data-left)]" />
      </p>
      <Select
        label={`${noun} per page`}
        value={window.limit}
        options={options.map((value) => ({ value, text: `${value} per page` }))}
        onChange={onSize}
      />
      <div className="flex gap-1.5 max-rail:w-full max-rail:[&>*]:flex-1">
        {pages.map(({ label, icon, offset }) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            unavailable={offset === null}
            onPress={() => offset !== null && onPage(offset)}
            onAim={() => offset !== null && onAim(offset)}
          />
        ))}
      </div>
    </nav>
  )
}

/** On paper: the rows of the list that aren't on it. */
function leftOut({ total, from, to, next }: PageWindow): string {
  if (total === null) return next === null ? '' : '. More rows aren’t printed.'
  const left = total - (to - from + 1)
  return left > 0 ? `. ${countOf(left, 'row')} not printed.` : ''
}

function Keys({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      <span className="ml-1">{children}</span>
    </span>
  )
}
