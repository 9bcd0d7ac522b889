import { Pencil, Pin, PinOff, Trash2, UserRound, Users, UsersRound } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Header, MenuSection } from 'react-aria-components'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { MenuLine, MenuPopover } from '#components/ui/dialog/menu.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { ALL, type SavedView } from '#lib/domains/views/views.ts'
import { navigate } from '#lib/kernel/client/address.ts'
import { writeCookie } from '#lib/utils/browser/browser.ts'
import { columnsCookie } from '#lib/utils/browser/column-choice.ts'
import { appearanceOf, type View, viewAddress } from './shown-view.ts'
import { failed, useViewChanges } from './use-view-changes.ts'
import type { Views } from './use-views.ts'

const RenameDialog = lazyPart(() => import('./view-dialogs.tsx'), 'RenameViewDialog')
const RolesDialog = lazyPart(() => import('./view-dialogs.tsx'), 'ViewRolesDialog')
const DeleteQuestion = lazyPart(() => import('./view-dialogs.tsx'), 'DeleteViewQuestion')

interface ViewMenuProps {
  view: View
  views: Views
  trigger: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
}

/** All that can be done with one view; what it may not be done by the reader is not there. */
export function ViewMenu({ view, views, trigger, isOpen, onClose }: ViewMenuProps) {
  const [asking, setAsking] = useState<'nothing' | 'rename' | 'roles' | 'delete'>('nothing')
  const { change, remove, restore, setOwn } = useViewChanges(views.place)
  const { saved } = view
  const isFirst = views.defaults?.own === view.id
  const share = (shared: boolean) => {
    if (!saved) return
    change(saved, { shared }).then(
      () => announce(shared ? 'Everyone in this environment sees the tab.' : `Only ${ownerLabel(saved)} sees the tab.`),
      failed('Nothing was changed.'),
    )
  }
  const choose = () =>
    setOwn(isFirst ? null : view.id).then(
      () => announce(isFirst ? `${view.name} no longer opens first.` : `${view.name} opens first.`),
      failed('Nothing was changed.'),
    )
  const removed = async (gone: SavedView) => {
    await remove(gone)
    writeCookie(columnsCookie(appearanceOf(views.place.list, view).layout), '')
    navigate(viewAddress(ALL), {}, 'replace')
    const undo = () =>
      void restore(gone).then(() => navigate(viewAddress(gone.id), {}, 'replace'), failed('The view wasn’t restored.'))
    toast({ kind: 'done', title: 'View deleted.', text: gone.name, action: { label: 'Undo', run: undo } })
  }
  const askToDelete = () => {
    if (saved?.shared) setAsking('delete')
    else if (saved) removed(saved).catch(failed('Nothing was deleted.'))
  }
  const close = () => setAsking('nothing')
  return (
    <>
      <MenuPopover
        label={`Options for view ${view.name}`}
        trigger={trigger}
        isOpen={isOpen}
        className="w-64 max-w-[calc(100vw-16px)]"
        onClose={onClose}
      >
        <MenuSection>
          <Header className="px-2.5 pt-1 pb-1.5 text-xs text-ink-3">{sharingLabel(view)}</Header>
          <MenuLine icon={isFirst ? PinOff : Pin} onAction={() => void choose()}>
            {isFirst ? 'No longer open first' : 'Open first for me'}
          </MenuLine>
          {views.may_set_roles && saved?.shared !== false && (
            <MenuLine icon={UsersRound} onAction={() => setAsking('roles')}>
              Open first for a role…
            </MenuLine>
          )}
          {saved?.may_change && (
            <>
              <MenuLine icon={Pencil} onAction={() => setAsking('rename')}>
                Rename…
              </MenuLine>
              {(saved.shared || views.may_share) && (
                <MenuLine icon={saved.shared ? UserRound : Users} onAction={() => share(!saved.shared)}>
                  {saved.shared ? 'Stop sharing' : 'Share with everyone'}
                </MenuLine>
              )}
              <MenuLine icon={Trash2} onAction={askToDelete}>
                {saved.shared ? 'Delete…' : 'Delete'}
              </MenuLine>
            </>
          )}
        </MenuSection>
      </MenuPopover>
      {asking === 'rename' && saved && <RenameDialog place={views.place} view={saved} onClose={close} />}
      {asking === 'roles' && <RolesDialog view={view} views={views} onClose={close} />}
      {asking === 'delete' && saved && (
        <DeleteQuestion view={saved} noun={views.place.list} onDelete={() => removed(saved)} onClose={close} />
      )}
    </>
  )
}

const ownerLabel = ({ is_own, owner_name }: SavedView) => (is_own ? 'your own account' : owner_name)

function sharingLabel({ saved }: View): string {
  if (!saved) return 'Built in.'
  if (!saved.shared) return 'Private to you.'
  return saved.is_own ? 'Shared by you with everyone here.' : `Shared by ${saved.owner_name} with everyone here.`
}
