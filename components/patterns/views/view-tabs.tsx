import clsx from 'clsx'
import { BookmarkPlus, ChevronDown, Users } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { ColumnsChoice } from '#components/patterns/list/columns/use-columns.ts'
import { useInSight, useTabKeys } from '#components/patterns/page/tab-links.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { ALL } from '#lib/domains/views/views.ts'
import { navigate } from '#lib/kernel/client/address.ts'
import type { Counted } from '#lib/kernel/fields.ts'
import { countLabel } from '#lib/utils/text/counts.ts'
import { isChanged, type View, viewAddress } from './shown-view.ts'
import { useViewCounts, type Views } from './use-views.ts'
import type { Draft } from './view-work.tsx'

const loadMenu = () => import('./view-menu.tsx')
const ViewMenu = lazyPart(loadMenu, 'ViewMenu')

/** The button on the current tab; what it opens comes when somebody is about to. */
function ViewOptions({ view, views }: { view: View; views: Views }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={`Options for view ${view.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
        className="-ml-1.5 grid size-6 place-items-center rounded-tag text-ink-3 hover:bg-hover hover:text-ink max-rail:size-10"
      >
        <ChevronDown className="size-3.5 stroke-2" />
      </button>
      {isUsed && (
        <ViewMenu view={view} views={views} trigger={trigger} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const loadWork = () => import('./view-work.tsx')
const ViewWork = lazyPart(loadWork, 'ViewWork')
const ViewNotes = lazyPart(() => import('./view-notes.tsx'), 'ViewNotes')

/** Another tab begins with what was saved: nothing personal goes with it. */
const open = (id: string) => navigate(viewAddress(id), {})

interface ViewTabsProps {
  environment: string
  views: Views
  /** The current one; null where there is none (yet). */
  view: View | null
  /** Search in force. */
  draft: Omit<Draft, 'columns'>
  /** The address names a view that is not there. */
  isGone: boolean
  look: ColumnsChoice
}

/** Every view as a tab with an address of its own, and what somebody makes of the current one. */
export function ViewTabs({ environment, views, view, draft, isGone, look }: ViewTabsProps) {
  const counts = useViewCounts(views.place)
  const [isSaving, setSaving] = useState(false)
  const tabs = views.known?.tabs ?? []
  const at = tabs.findIndex(({ id }) => id === view?.id)
  useTabKeys((by) => {
    const tab = tabs[at + by]
    if (at >= 0 && tab) open(tab.id)
  })
  const isSaved = view !== null && view.saved !== null
  const isEdited =
    view !== null && view.id !== ALL && (isChanged(views.of, view, draft.stated) || (isSaved && look.isChanged))
  return (
    <>
      <div className="-mt-px flex flex-wrap items-end gap-x-3 border-b border-line bg-surface px-4 rail:px-6 print:hidden">
        <Strip label={views.of.label} tabs={tabs} at={at} counts={counts}>
          {view && <ViewOptions key={view.id} view={view} views={views} />}
        </Strip>
        <div className={clsx('flex h-9 items-center gap-1 max-rail:h-11', isEdited && 'max-rail:basis-full')}>
          {!isEdited && (
            <Button
              icon={BookmarkPlus}
              look="ghost"
              aria-haspopup="dialog"
              onHoverStart={() => void loadWork()}
              onPress={() => setSaving(true)}
              className="max-rail:-mr-3 max-rail:px-3"
            >
              <span className="max-[899px]:sr-only">Save view</span>
            </Button>
          )}
          {(isEdited || isSaving) && (
            <ViewWork
              environment={environment}
              list={views.of}
              view={isEdited ? view : null}
              draft={{ ...draft, columns: look.kept }}
              // Unsaved views share one layout that belongs to no view.
              onResetLayout={() => isSaved && look.onReset()}
              isSaving={isSaving}
              onSaving={setSaving}
            />
          )}
        </div>
      </div>
      {(views.failure || isGone) && (
        <ViewNotes noun={views.place.list} failure={views.failure} onRetry={views.retry} onAll={() => open(ALL)} />
      )}
    </>
  )
}

interface StripProps {
  label: string
  tabs: readonly View[]
  /** The current one. */
  at: number
  counts: ReadonlyMap<string, Counted>
  /** Beside the current one. */
  children: ReactNode
}

function Strip({ label, tabs, at, counts, children }: StripProps) {
  const here = useInSight<HTMLLIElement>(at)
  const go = (event: MouseEvent, id: string) => {
    // A new tab or window of the browser is the browser's to open.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(id)
  }
  return (
    <nav
      aria-label={label}
      // It fades toward the edge: a number that is cut off would read as another.
      // A zoomed page has them in more lines, so that each is read whole.
      className="relative -mb-px min-w-0 flex-1 overflow-x-auto [mask-image:linear-gradient(to_left,transparent,black_24px)] max-rail:-ml-4 max-rail:pl-4 rail:max-[1079px]:[mask-image:none]"
    >
      <ul className="flex w-max gap-1 pr-6 rail:max-[1079px]:w-auto rail:max-[1079px]:flex-wrap rail:max-[1079px]:pr-0">
        {tabs.map(({ id, name, saved }, index) => (
          <li
            key={id}
            ref={index === at ? here : undefined}
            className={clsx(
              'flex h-9 shrink-0 items-center border-b-2 max-rail:h-11',
              index === at ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            <a
              href={`?${viewAddress(id)}`}
              onClick={(event) => go(event, id)}
              aria-current={index === at ? 'page' : undefined}
              className="flex h-full items-center gap-2 px-2.5 font-control whitespace-nowrap outline-offset-[-3px]"
            >
              {saved?.shared && <Users className="size-3.5 text-ink-3" />}
              {name}
              {saved?.shared && <span className="sr-only">, shared</span>}
              {id !== ALL && <TabCount counted={counts.get(id)} />}
            </a>
            {index === at && children}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Its place is kept while it is counted, so that no tab moves. */
function TabCount({ counted }: { counted: Counted | undefined }) {
  return (
    <span title={counted?.missing ?? undefined} className="min-w-[2.5ch] text-xs text-ink-3">
      {counted && (counted.count === null ? <NotCounted /> : countLabel(counted.count, counted.missing !== null))}
    </span>
  )
}

function NotCounted() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not counted</span>
    </>
  )
}
