import { type ComponentProps, useId, useState } from 'react'
import { MAX_IDS, type OrderFilters } from '#components/orders/search/orders-search.ts'
import type { FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { labelStyle, PlainField, ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { serviceText } from '#lib/domains/orders/id-text.ts'
import { readPastedIds, uuidProblem } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { NamedIds } from './named-ids.tsx'

type Props = FilterEditorProps<OrderFilters>

/** A text with the problem that it has once it was left. */
function TextBox({ problem = null, ...props }: Omit<ComponentProps<typeof PlainField>, 'value'> & { value: string }) {
  const [left, setLeft] = useState(props.value !== '')
  return (
    <PlainField
      type="text"
      maxLength={255}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      problem={left ? problem : null}
      onBlur={() => setLeft(props.value !== '')}
    />
  )
}

const PRIVATE = 'Any part of the name. It isn’t part of the link, so sharing the link doesn’t share the name.'

export function PatientFilter({ draft, onChange }: Props) {
  return (
    <TextBox
      label="Patient name"
      value={draft.patient_name}
      hint={PRIVATE}
      onChange={(patient_name) => onChange({ ...draft, patient_name })}
    />
  )
}

export function RecipientFilter({ draft, onChange }: Props) {
  return (
    <TextBox
      label="Name on the parcel"
      value={draft.shipping_recipient_name}
      hint={PRIVATE}
      onChange={(shipping_recipient_name) => onChange({ ...draft, shipping_recipient_name })}
    />
  )
}

interface IdBoxProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}

function IdBox({ label, value, onChange }: IdBoxProps) {
  const problem = value === null ? null : uuidProblem(value)
  return (
    <TextBox
      label={label}
      value={value ?? ''}
      hint="32 hex digits in groups of 8-4-4-4-12."
      problem={problem && `This isn’t an ID: ${problem}`}
      isId
      onChange={(text) => onChange(serviceText(text).trim().toLowerCase() || null)}
    />
  )
}

export function UserFilter({ draft, onChange }: Props) {
  return <IdBox label="User ID" value={draft.user_id} onChange={(user_id) => onChange({ ...draft, user_id })} />
}

export function TransactionFilter({ draft, onChange }: Props) {
  return (
    <IdBox
      label="Transaction ID"
      value={draft.order_transaction_id}
      onChange={(order_transaction_id) => onChange({ ...draft, order_transaction_id })}
    />
  )
}

/** Ids as they come from a spreadsheet; what stands around them is passed over. */
export function OrderIdsFilter({ draft, onChange }: Props) {
  const id = useId()
  const [text, setText] = useState(draft.order_ids.join('\n'))
  // Cleared by the button above.
  const shown = draft.order_ids.length === 0 && readPastedIds(text).ids.length > 0 ? '' : text
  const { ids, malformed } = readPastedIds(shown)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={labelStyle}>
        Order IDs
      </label>
      <textarea
        id={id}
        rows={7}
        value={shown}
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={`${id}-found`}
        onChange={({ target }) => {
          setText(target.value)
          onChange({ ...draft, order_ids: readPastedIds(target.value).ids })
        }}
        className={`${boxStyle} resize-y px-2.5 py-2 font-mono text-xs max-rail:text-lg`}
      />
      <div id={`${id}-found`} role="status" className="flex flex-col gap-1 text-xs text-ink-3">
        <p>
          {ids.length === 0 ? 'Paste a spreadsheet column' : `${countOf(ids.length, 'ID')} found`}. Up to {MAX_IDS} per
          search.
        </p>
        {malformed.length > 0 && (
          <p data-tone="warn" className={`${problemStyle} text-xs`}>
            <ProblemText>
              <NamedIds words="Skipped because they aren’t IDs:" ids={malformed} />
            </ProblemText>
          </p>
        )}
      </div>
    </div>
  )
}
