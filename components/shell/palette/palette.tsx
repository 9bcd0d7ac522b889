'use client'
import { Search, X } from 'lucide-react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { BufferedKeys } from './buffered-keys.ts'
import { FailureLines } from './failure-lines.tsx'
import { PaletteFooter } from './footer.tsx'
import { EntryGroups, NothingFound } from './groups.tsx'
import { usePalette } from './use-palette.ts'

interface PaletteProps {
  environment: string
  /** Label of the environment. */
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
        <Search aria-hidden="true" className="size-[18px] shrink-0 text-ink-3" strokeWidth={1.9} />
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
          placeholder="ID, reference, name, page or action"
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
      <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div id={listId} role="listbox" aria-label="Results" aria-busy={isLooking}>
          <EntryGroups groups={groups} palette={palette} />
        </div>
        {isEmpty && <NothingFound asked={asked} environment={label} />}
        {isLooking && groups.length === 0 && (
          <p className="after-300ms px-4 py-6 text-center text-ink-3">Searching in {label}…</p>
        )}
      </div>
      <FailureLines failures={failures} />
      <PaletteFooter directory={palette.directory} />
      <p role="status" className="sr-only">
        {words}
      </p>
    </>
  )
}
