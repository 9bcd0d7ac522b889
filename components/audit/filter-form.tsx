import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { PrintedFilters } from '#components/patterns/print/print-sheet.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PlainField } from '#components/ui/field/field.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import { ACTION_GROUPS } from '#lib/domains/audit/actions.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { chosenOf } from '#lib/kernel/list/list-search.ts'
import { OUTCOMES } from './audit-cells.tsx'
import { type AuditFilters, auditAddress, groupFilter, WHOLE_LOG } from './audit-filters.ts'

interface Actor {
  id: string
  name: string
}

interface FilterFormProps {
  filters: AuditFilters
  /** The choice that is shown, made or not. */
  what: string | null
  environments: readonly Environment[]
  actors: readonly Actor[]
  /** Whether it may be chosen whom the entries are about. */
  hasSubject: boolean
  /** Empty for no choice. */
  onChange: (key: keyof AuditFilters, value: string) => void
}

const FIELD = 'max-rail:w-full'
const USUAL = `${FIELD} rail:w-[136px]`
const DAY = { type: 'date', className: USUAL } as const

/** Each choice counts at once. On a phone the fields wait behind one button. */
export function FilterForm({ filters, what, environments, actors, hasSubject, onChange }: FilterFormProps) {
  const [isOpen, setOpen] = useState(false)
  const fields = useId()
  const count = Object.keys(chosenOf(hasSubject ? filters : { ...filters, subject: null })).length
  const set = (key: keyof AuditFilters) => (value: string) => onChange(key, value)
  return (
    <>
      <PrintedFilters of={printed({ ...filters, action: what }, environments, actors, hasSubject)} />
      <search className="block border-b border-line bg-surface px-4 py-3 rail:px-6 print:hidden">
        <Button
          icon={ListFilter}
          onPress={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          aria-controls={fields}
          className="w-full rail:hidden"
        >
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
        <div
          id={fields}
          className={`flex flex-wrap items-end gap-x-3 gap-y-2.5 ${isOpen ? 'max-rail:mt-3' : 'max-rail:hidden'}`}
        >
          <SelectField
            label="Who"
            value={filters.who ?? ''}
            onChange={set('who')}
            className={`${FIELD} rail:w-[150px]`}
          >
            <option value="">Everyone</option>
            {filters.who && unknown(filters.who, actors) && <option value={filters.who}>Someone else</option>}
            <Options of={actors.map(({ id, name }) => [id, name])} />
          </SelectField>
          <SelectField
            label="Environment"
            value={filters.environment ?? ''}
            onChange={set('environment')}
            className={USUAL}
          >
            <option value="">All</option>
            {filters.environment && unknown(filters.environment, environments) && (
              <option value={filters.environment}>{filters.environment}</option>
            )}
            <Options of={environments.map(({ id, label }) => [id, label])} />
          </SelectField>
          <SelectField label="What" value={what ?? ''} onChange={set('action')} className={`${FIELD} rail:w-[184px]`}>
            {hasSubject ? <Options of={Object.entries(WHOLE_LOG)} /> : <option value="">Everything</option>}
            {filters.action && !isChoice(filters.action) && <option value={filters.action}>{filters.action}</option>}
            {ACTION_GROUPS.map(({ id, label, actions }) => (
              <optgroup key={id} label={label}>
                <option value={groupFilter(id)}>{label}, all</option>
                <Options of={Object.entries(actions)} />
              </optgroup>
            ))}
          </SelectField>
          <SelectField label="Outcome" value={filters.outcome ?? ''} onChange={set('outcome')} className={USUAL}>
            <option value="">Any</option>
            <Options of={Object.entries(OUTCOMES).map(([name, { label }]) => [name, label])} />
          </SelectField>
          <PlainField
            {...DAY}
            label="From"
            value={filters.from ?? ''}
            max={filters.to ?? undefined}
            onChange={set('from')}
          />
          <PlainField
            {...DAY}
            label="To"
            value={filters.to ?? ''}
            min={filters.from ?? undefined}
            onChange={set('to')}
          />
          {hasSubject && <SubjectField key={filters.subject} value={filters.subject ?? ''} onChange={set('subject')} />}
        </div>
      </search>
    </>
  )
}

function printed(
  filters: AuditFilters,
  environments: readonly Environment[],
  actors: readonly Actor[],
  hasSubject: boolean,
): [label: string, value: string | null][] {
  const { who, environment, action, outcome, from, to, subject } = filters
  const group = ACTION_GROUPS.find(
    ({ id, actions }) => groupFilter(id) === action || Object.hasOwn(actions, action ?? ''),
  )
  const words =
    group &&
    (groupFilter(group.id) === action
      ? `${group.label}, all`
      : Object.entries(group.actions).find(([name]) => name === action)?.[1])
  return [
    ['Who', who && (actors.find(({ id }) => id === who)?.name ?? who)],
    ['Environment', environment && (environments.find(({ id }) => id === environment)?.label ?? environment)],
    ['What', words ?? Object.entries(WHOLE_LOG).find(([name]) => name === action)?.[1] ?? action],
    ['Outcome', Object.entries(OUTCOMES).find(([name]) => name === outcome)?.[1].label ?? outcome],
    ['From', from],
    ['To', to],
    ['About', hasSubject ? subject : null],
  ]
}

const CHOICES: ReadonlySet<string> = new Set([
  ...Object.keys(WHOLE_LOG),
  ...ACTION_GROUPS.flatMap(({ id, actions }) => [groupFilter(id), ...Object.keys(actions)]),
])
const isChoice = (action: string) => CHOICES.has(action)

/** A value of the address that no list holds is shown all the same: it is what is asked for. */
function unknown(id: string, list: readonly { id: string }[]) {
  return !list.some((one) => one.id === id)
}

/** Any part of an ID, as it is typed or pasted. Runs when it is left or Enter is pressed. */
function SubjectField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const [isTyping, setTyping] = useState(false)
  const { success, data = '' } = auditAddress.shape.subject.safeParse(text.trim() === '' ? undefined : text)
  const commit = () => {
    setTyping(false)
    if (success && data !== value) onChange(data)
  }
  return (
    <PlainField
      label="User or order ID"
      type="text"
      value={text}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={500}
      isId
      problem={isTyping || success ? null : 'Type at least four characters of an ID, or paste it.'}
      onChange={(typed) => {
        setText(typed)
        setTyping(true)
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      className="max-rail:w-full rail:min-w-[190px] rail:flex-1 rail:max-w-[340px]"
    />
  )
}
