import clsx from 'clsx'
import { LockKeyhole, SearchX } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { StatusPill } from '#components/shared/order-terms.tsx'
import { IdBars } from '#components/ui/id-bars.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { PatientName } from '#components/ui/redact.tsx'
import { lastLowLevelStatus } from '#lib/contract/order-status.ts'
import { countOf } from '#lib/utils/counts.ts'
import { shortId } from '#lib/utils/ids.ts'
import type { Asked } from './asked.ts'
import type { Entry, Group } from './entries.ts'
import type { PaletteState } from './use-palette.ts'

interface EntryGroupsProps {
  groups: readonly Group[]
  palette: PaletteState
}

export function EntryGroups({ groups, palette }: EntryGroupsProps) {
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
  'relative flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 text-left outline-none! aria-selected:bg-accent-soft aria-selected:before:absolute aria-selected:before:inset-y-1.5 aria-selected:before:left-0 aria-selected:before:w-[3px] aria-selected:before:rounded-full aria-selected:before:bg-accent max-rail:min-h-12'

function Line({ entry, palette }: { entry: Entry; palette: PaletteState }) {
  const common = {
    id: palette.optionId(entry.key),
    role: 'option',
    tabIndex: -1,
    'aria-selected': palette.activeKey === entry.key,
    className: LINE,
    onPointerMove: () => palette.choose(entry.key),
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: (event: Parameters<PaletteState['press']>[1]) => palette.press(entry, event),
  } as const
  const content = contentOf(entry)
  if (entry.href === null) return <div {...common}>{content}</div>
  return (
    <a {...common} href={entry.href}>
      {content}
    </a>
  )
}

function contentOf(entry: Entry): ReactNode {
  switch (entry.kind) {
    case 'user':
      return (
        <Content
          sign={<IdBars id={entry.user_id} />}
          title={<Reference value={entry.client_user_id} />}
          facts={[<Id key="id" id={entry.user_id} />, countOf(entry.sources, 'source')]}
        />
      )
    case 'order': {
      const { id, lab_test, patient_address, events, status } = entry.order
      const name = patient_address?.receiver_name
      return (
        <Content
          sign={<IdBars id={id} />}
          title={lab_test.name}
          facts={[<Id key="id" id={id} />, name ? <PatientName key="name" name={name} /> : 'No recipient']}
          aside={<StatusPill status={lastLowLevelStatus(events) ?? status} bare />}
        />
      )
    }
    case 'recent': {
      const { kind, id, label } = entry.recent
      const title = kind === 'user' ? <Reference value={label} /> : label
      return (
        <Content
          sign={<IdBars id={id} />}
          title={title}
          facts={[kind === 'user' ? 'User' : 'Order', <Id key="id" id={id} />]}
        />
      )
    }
    default:
      return <PlaceContent place={entry} />
  }
}

function PlaceContent({ place }: { place: Extract<Entry, { kind: 'page' | 'action' }> }) {
  const { icon: Icon, label, strokes, denied } = place
  const aside = denied ? (
    <span className="inline-flex items-center gap-1 text-xs text-ink-3">
      <LockKeyhole aria-hidden="true" className="size-3.5" strokeWidth={1.8} />
      Not for your role
    </span>
  ) : (
    strokes.length > 0 && (
      <span aria-hidden="true" className="flex gap-1">
        {strokes
          .flatMap((stroke) => stroke.split('+'))
          .map((key) => (
            <Kbd key={key}>{key.charAt(0).toUpperCase() + key.slice(1)}</Kbd>
          ))}
      </span>
    )
  )
  return (
    <Content
      sign={<Icon aria-hidden="true" className="size-4 text-ink-2" strokeWidth={1.8} />}
      title={label}
      aside={aside}
    />
  )
}

interface ContentProps {
  sign: ReactNode
  title: ReactNode
  facts?: readonly ReactNode[]
  aside?: ReactNode
}

function Content({ sign, title, facts = [], aside }: ContentProps) {
  return (
    <>
      <span className="grid w-5 shrink-0 place-items-center">{sign}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-control text-ink">{title}</span>
        {facts.length > 0 && (
          <span className="flex items-baseline gap-1.5 truncate text-xs text-ink-2">
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a line never change places
              <Fragment key={index}>
                {index > 0 && <span aria-hidden="true">·</span>}
                <span className={clsx(index > 0 && 'truncate')}>{fact}</span>
              </Fragment>
            ))}
          </span>
        )}
      </span>
      {aside}
    </>
  )
}

function Id({ id }: { id: string }) {
  return (
    <span title={id} className="font-mono">
      {shortId(id)}
    </span>
  )
}

function Reference({ value }: { value: string | null }) {
  return value ?? <span className="text-ink-2">No reference</span>
}

interface NothingFoundProps {
  asked: Asked
  /** Its label. */
  environment: string
  hasFailed: boolean
}

export function NothingFound({ asked, environment, hasFailed }: NothingFoundProps) {
  // Of what could not be asked nobody can say that it is not there.
  if (hasFailed) return null
  const isId = asked.kind === 'id'
  return (
    <section className="flex flex-col items-center px-6 py-10 text-center">
      <SearchX aria-hidden="true" className="size-6 text-ink-3" strokeWidth={1.7} />
      <h2 className="mt-2 text-base">
        {isId ? `Nothing in ${environment} has this id` : `Nothing found in ${environment}`}
      </h2>
      <p className="mt-1 max-w-[420px] text-ink-2">
        {isId
          ? 'It is no user, order or transaction here. Check that all of it was copied, or look in another environment.'
          : 'Users are found by a part of their reference, orders by a part of the patient’s or recipient’s name. Check the spelling, or paste an id.'}
      </p>
    </section>
  )
}
