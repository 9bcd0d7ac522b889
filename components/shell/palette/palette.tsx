import { CloudOff, Search, SearchX, X } from 'lucide-react'
import type { PointerEvent } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { LetterNote } from '#components/patterns/list/filters/letter-note.tsx'
import type { BufferedKeys } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd, useModifier } from '#components/ui/button/kbd.tsx'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { DirectoryState } from '#lib/domains/users/directory.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { Entry, Group, ParsedQuery } from './entries.ts'
import { LineContent } from './line-content.tsx'
import type { Search as SearchState } from './use-found.ts'
import { type PaletteState, usePalette } from './use-palette.ts'

function EntryGroups({ groups, palette }: { groups: readonly Group[]; palette: PaletteState }) {
  return groups.map(({ title, of, entries }, index) => (
    // biome-ignore lint/a11y/useSemanticElements: within a listbox a group of options is a group, not a fieldset
    <div
      key={title}
      role="group"
      aria-labelledby={`${palette.listId}-group-${index}`}
      className="border-t border-line p-1.5 first:border-t-0"
    >
      <p
        id={`${palette.listId}-group-${index}`}
        className="flex justify-between px-2.5 pt-1 pb-1 text-xs font-control text-ink-3"
      >
        <span>{title}</span>
        {of !== null && <span>{of}</span>}
      </p>
      {entries.map((entry) => (
        <Line key={entry.key} entry={entry} palette={palette} />
      ))}
    </div>
  ))
}

const LINE =
  'relative flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 text-left outline-none aria-selected:bg-accent-soft aria-selected:before:absolute aria-selected:before:inset-y-1.5 aria-selected:before:left-0 aria-selected:before:w-[3px] aria-selected:before:rounded-full aria-selected:before:bg-accent max-rail:min-h-12'

function Line({ entry, palette }: { entry: Entry; palette: PaletteState }) {
  const common = {
    id: palette.optionId(entry.key),
    role: 'option',
    tabIndex: -1,
    'aria-selected': palette.activeKey === entry.key,
    className: LINE,
    // Lines that come under a pointer at rest move nothing.
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) palette.choose(entry.key)
    },
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: (event: Parameters<PaletteState['press']>[1]) => palette.press(entry, event),
  } as const
  const content = <LineContent environment={palette.environment} entry={entry} />
  if (entry.href === null) return <div {...common}>{content}</div>
  return (
    <a {...common} href={entry.href}>
      {content}
    </a>
  )
}

interface NothingFoundProps {
  asked: ParsedQuery
  /** Its label. */
  environment: string
}

function NothingFound({ asked, environment }: NothingFoundProps) {
  const isId = asked.kind === 'id'
  return (
    <section className="flex flex-col items-center px-6 py-10 text-center">
      <SearchX className="size-6 text-ink-3" />
      <h2 className="mt-2 text-base">
        {isId ? `Nothing in ${environment} has this ID` : `Nothing found in ${environment}`}
      </h2>
      <p className="mt-1 max-w-[420px] text-ink-2">
        {isId
          ? 'It isn’t a user, order, transaction or appointment here. Check that you copied all of it, or try another environment.'
          : 'Find people by name, phone, email, birth date, ZIP, reference, ID, tracking number or sample ID. Notes, result values and insurance numbers can’t be searched.'}
      </p>
    </section>
  )
}

interface PaletteProps {
  environment: string
  label: string
  role: Role
  /** Returns keys typed since the palette was requested. */
  takeBufferedKeys: () => BufferedKeys | null
  onClose: () => void
}

/** Any id, reference, name, page or action, from anywhere. Fills the screen of a phone. */
export function Palette(props: PaletteProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => open || props.onClose()}
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim px-4 pt-[12vh] transition-opacity duration-[120ms] data-[entering]:opacity-0 max-rail:p-0"
    >
      <Modal className="flex max-h-[76vh] w-full max-w-[660px] flex-col overflow-hidden rounded-pop border border-line-2 bg-surface shadow-3 outline-none max-rail:h-(--visual-viewport-height) max-rail:max-h-none max-rail:rounded-none max-rail:border-0">
        <Dialog aria-label="Search or jump to" className="flex min-h-0 flex-1 flex-col outline-none">
          <Body {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Body({ environment, label, role, takeBufferedKeys, onClose }: PaletteProps) {
  const palette = usePalette({ environment, role, takeBufferedKeys, onClose })
  const { asked, groups, activeKey, listId, isLooking, isEmpty, failures, words } = palette
  return (
    <>
      <div className="flex shrink-0 items-center gap-2.5 border-b border-line pr-2.5 pl-4 has-[input:focus]:border-accent max-rail:pl-3.5">
        <Search className="size-[18px] shrink-0 text-ink-3" />
        <input
          ref={palette.input}
          // biome-ignore lint/a11y/noAutofocus: the window was opened to type into it
          autoFocus
          type="text"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={groups.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeKey === null ? undefined : palette.optionId(activeKey)}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Name, phone, email, reference, ID or page"
          value={palette.text}
          onChange={(event) => palette.type(event.target.value)}
          onKeyDown={palette.onKeyDown}
          className="h-[52px] min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-3 max-rail:text-lg"
        />
        {isLooking && (
          <span
            aria-hidden="true"
            className="after-300ms size-4 shrink-0 rounded-full border-2 border-line-2 border-t-accent motion-safe:animate-spin"
          />
        )}
        <IconButton icon={X} label="Close" onPress={onClose} plain />
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          id={listId}
          role="listbox"
          aria-label="Results"
          aria-busy={isLooking}
          className="min-h-0 overflow-y-auto overscroll-contain"
        >
          <EntryGroups groups={groups} palette={palette} />
        </div>
        {isEmpty && <NothingFound asked={asked} environment={label} />}
        {isLooking && groups.length === 0 && (
          <p className="after-300ms px-4 py-6 text-center text-ink-3">Searching in {label}…</p>
        )}
      </div>
      <FailureLines failures={failures} />
      {palette.limit && (
        <p data-tone="warn" className="border-t border-tone-line bg-tone-soft px-4 py-2 text-sm text-tone-fg">
          {palette.limit}
        </p>
      )}
      <div className="px-4 [&>p]:py-1.5">{asked.kind === 'text' && <LetterNote texts={[asked.text]} />}</div>
      <PaletteFooter directory={palette.directory} />
      <p role="status" className="sr-only">
        {words}
      </p>
    </>
  )
}

/** How far the directory can be trusted, and the keys. */
function PaletteFooter({ directory }: { directory: DirectoryState | undefined }) {
  const modifier = useModifier()
  const complete_at = directory?.complete_at ?? null
  const age = useTimeAgo(complete_at === null ? 0 : Date.parse(complete_at))
  return (
    <footer className="flex min-h-9 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-xs text-ink-2">
      <p className="min-w-0 flex-1">{directory && freshnessLabel(directory, age)}</p>
      <p
        aria-hidden="true"
        className="flex items-center gap-1.5 whitespace-nowrap max-rail:hidden pointer-coarse:hidden"
      >
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> move <Kbd>Enter</Kbd> open <Kbd>{modifier}</Kbd>
        <Kbd>Enter</Kbd> new tab <Kbd>Esc</Kbd> close
      </p>
    </footer>
  )
}

/** `age` of the last whole reading, as `timeAgo` words it. */
export function freshnessLabel({ users, complete_at, crawl, problem }: DirectoryState, age: string): string {
  const read =
    crawl &&
    (crawl.total === null ? formatCount(crawl.read) : `${formatCount(crawl.read)} of ${formatCount(crawl.total)}`)
  if (complete_at === null) {
    const so_far =
      read === null
        ? `Directory: still loading, ${countOf(users, 'user')} so far.`
        : `Directory: loading, ${read} users so far.`
    return withProblem(`${so_far} Some users may be missing.`, problem)
  }
  const known = `Directory: ${countOf(users, 'user')}, ${age}`
  return withProblem(read === null ? known : `${known}, refreshing (${read})`, problem)
}

function withProblem(words: string, problem: string | null): string {
  return problem === null ? words : `${words.replace(/\.$/, '')}. ${problem}`
}

function FailureLines({ failures }: Pick<SearchState, 'failures'>) {
  return failures.map(({ subject, failure, retry }) => (
    <div
      key={subject}
      role="alert"
      data-tone="bad"
      className="flex items-center gap-2.5 border-t border-tone-line bg-tone-soft px-4 py-2"
    >
      <CloudOff className="shrink-0 text-tone-fg" />
      <p className="min-w-0 flex-1">
        <span className="font-control">{subject} couldn’t be searched.</span> {failure.detail}
      </p>
      {failure.status !== 403 && (
        <Button onPress={retry} aria-label={`Retry ${subject.toLowerCase()}`}>
          Try again
        </Button>
      )}
    </div>
  ))
}
