import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Info, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { useShortcuts, useSingleKeys } from '#components/patterns/page/shortcuts.tsx'
import { ErrorPanel, Note, StaleBar } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import { Select } from '#components/ui/field/select.tsx'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { describeWindow, type PageWindow } from '#lib/utils/data/page-window.ts'
import { countOf } from '#lib/utils/text/counts.ts'

interface ListPageProps {
  /** "Users" */
  title: string
  /** 2 within a page that has a heading of its own. */
  level?: 1 | 2
  summary: string | null
  /** Beside the heading: columns, export. */
  actions?: ReactNode
  /** In place of when the rows came, where they are not the service's own. */
  freshness?: ReactNode
  /** Between the heading and the rows: filters, notes, the selection. */
  bar?: ReactNode
  /** Null until a page has come. */
  window: PageWindow | null
  sizes: readonly number[]
  onPage: (offset: number) => void
  onSize: (size: number) => void
  onAim: (offset: number) => void
  /** Rows can be chosen. */
  hasSelection?: boolean
  /** Keys of the address whose values could not be used. */
  ignored: readonly string[]
  onClearIgnored: () => void
  failure: RequestFailure | null
  isFetching: boolean
  /** The rows on screen are those of the page before. */
  isStale: boolean
  /** Milliseconds since 1970; 0 before the first answer. */
  updatedAt: number
  onRetry: () => void
  /** Shown in place of the table when the page has no rows. */
  empty: ReactNode
  /** Beside the rows and the pager, or over them where there is no room. */
  aside?: ReactNode
  /** Whether `aside` holds the preview that Space opens; left out where rows have none. */
  peek?: 'open' | 'closed'
  /** The table; it draws its own skeleton while there is no page. */
  children: ReactNode
}

/** A number that couldn't be read again isn't exact, so it says so wherever it stands. */
const asLoaded = (words: string, isOld: boolean) => (isOld ? `${words}, as last loaded` : words)

const isOldPage = ({ failure, isStale }: ListPageProps) => failure !== null && !isStale

/** A list and its states, in the order pending, error, empty, data. What is known stays on screen as long as it can. */
export function ListPage(props: ListPageProps) {
  const { title, summary, window, failure, updatedAt, isFetching, onRetry, ignored } = props
  const scroller = useRef<HTMLDivElement>(null)
  const place = window && !props.isStale ? `${title} ${describeWindow(window)}` : null
  const shown = useRef(place)
  useEffect(() => {
    if (!place || place === shown.current) return
    if (shown.current) announce(place)
    shown.current = place
    scroller.current?.scrollTo({ top: 0 })
  }, [place])
  const hasRows = window !== null && window.to > 0
  const isOld = isOldPage(props)

  return (
    <>
      <PageHeader title={title} level={props.level ?? 1} summary={hasRows ? summary && asLoaded(summary, isOld) : null}>
        {props.freshness}
        {!props.freshness && updatedAt > 0 && (
          <Updated at={updatedAt} isFetching={isFetching} onRefresh={onRetry} subject={title} />
        )}
        {props.actions}
      </PageHeader>
      {props.bar}
      {ignored.length > 0 && (
        <Note
          tone="move"
          icon={Info}
          action={
            <Button look="ghost" onPress={props.onClearIgnored}>
              Dismiss
            </Button>
          }
        >
          This list can’t use a value in the address ({ignored.join(', ')}). Showing the default.
        </Note>
      )}
      {failure && window && <StaleBar updatedAt={updatedAt} onRetry={onRetry} />}
      <div className="@container/list relative flex flex-1 framed:min-h-0">
        <div className="flex min-w-0 flex-1 flex-col framed:min-h-0">
          <div ref={scroller} className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">
            {failure && !window && (
              <ErrorPanel subject={title} failure={failure} isRetrying={isFetching} onRetry={onRetry} />
            )}
            {window && !hasRows && props.empty}
            {(hasRows || !(window || failure)) && props.children}
          </div>
          {window && (hasRows || window.previous !== null) && (
            <Pager
              noun={title.toLowerCase()}
              window={window}
              isStale={props.isStale}
              isOld={isOld}
              sizes={props.sizes}
              onPage={props.onPage}
              onSize={props.onSize}
              onAim={props.onAim}
              hasSelection={props.hasSelection ?? false}
              {...(props.peek && { peek: props.peek })}
            />
          )}
        </div>
        {props.aside}
      </div>
    </>
  )
}

interface UpdatedProps {
  at: number
  isFetching: boolean
  subject: string
  onRefresh: () => void
}

function Updated({ at, isFetching, subject, onRefresh }: UpdatedProps) {
  const age = useTimeAgo(at)
  return (
    <>
      <span className="text-xs text-ink-3">Updated {age}</span>
      <IconButton
        icon={RefreshCw}
        label={`Reload ${subject.toLowerCase()}`}
        onPress={onRefresh}
        plain
        {...(isFetching && { iconClassName: 'motion-safe:animate-spin' })}
      />
    </>
  )
}

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
  /** Space previews a row; beside an open preview there is no room for the keys. */
  peek?: 'open' | 'closed'
}

export function Pager(props: PagerProps) {
  const { noun, window, isStale, isOld = false, sizes, onPage, onSize, onAim, hasSelection = false, peek } = props
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
      {singleKeys && peek !== 'open' && (
        <div
          aria-hidden="true"
          className="mr-auto hidden items-center gap-4 text-xs text-ink-3 pointer-fine:@min-[860px]:flex"
        >
          <Keys keys={['J', 'K']}>move</Keys>
          {peek && <Keys keys={['Space']}>preview</Keys>}
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
