import clsx from 'clsx'
import { MapPin, SlidersHorizontal, X } from 'lucide-react'
import { useId, useState } from 'react'
import { CatalogPicker } from '#components/patterns/domain/catalog-picker.tsx'
import { RowPatient } from '#components/patterns/domain/patient.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { Field, labelStyle, ProblemText, problemStyle } from '#components/ui/field/field.tsx'
import { PSC_RADII } from '#lib/kernel/values.ts'
import { capabilityChoices, capabilityLabel } from './center-labels.ts'
import { type FinderSearch, type Radius, zipDigits } from './finder-search.ts'
import type { Finder } from './use-finder.ts'

const ALL_LABS = { id: 'all', name: 'All labs', aside: 'one search each' }

/** From where, for which lab and how far. Every choice asks at once; nothing is asked before five digits and a lab. */
export function FinderForm({ environment, finder }: { environment: string; finder: Finder }) {
  const { search, order, catalog, isOwnLab, go } = finder
  const [isMore, setMore] = useState(false)
  const further = search.capabilities.length + (search.lab_account_id === null ? 0 : 1)
  return (
    <form
      aria-label="Find service centers"
      // Every choice is taken at once: Enter has nothing left to do.
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-wrap items-start gap-x-3 gap-y-3 border-b border-line bg-surface px-4 py-3 rail:px-6 print:hidden"
    >
      {search.order_id === null ? (
        <ZipField value={search.zip_code} problem={finder.zipProblem} onFound={(zip_code) => go({ zip_code })} />
      ) : (
        <OrderPlace
          environment={environment}
          order_id={search.order_id}
          order={order}
          onLeave={() => go({ order_id: null })}
        />
      )}
      <div className="w-48 max-rail:min-w-44 max-rail:flex-1">
        <CatalogPicker
          kind="lab"
          label="Lab"
          options={catalog.options.lab && [ALL_LABS, ...catalog.options.lab]}
          optionsProblem={catalog.problem}
          value={search.all_labs ? ALL_LABS.id : (search.lab_id?.toString() ?? null)}
          onChange={(id) =>
            go({ all_labs: id === ALL_LABS.id, lab_id: id === null || id === ALL_LABS.id ? null : Number(id) })
          }
          {...(isOwnLab && { hint: 'The lab for the order’s test' })}
        />
      </div>
      <div className="max-rail:w-full">
        <RadiusChoice value={search.radius} onChange={(radius) => go({ radius })} />
      </div>
      <Button
        icon={SlidersHorizontal}
        onPress={() => setMore(!isMore)}
        aria-expanded={isMore}
        className="w-full rail:hidden"
      >
        <span>More filters</span>
        {further > 0 && ` (${further})`}
      </Button>
      <div className={clsx('contents', !isMore && 'max-rail:hidden')}>
        <CapabilityChoice value={search.capabilities} onChange={(capabilities) => go({ capabilities })} />
        <div className="w-44 max-rail:w-full">
          <CatalogPicker
            kind="lab_account"
            label="Lab account"
            options={catalog.options.lab_account}
            optionsProblem={catalog.problem}
            value={search.lab_account_id}
            onChange={(lab_account_id) => go({ lab_account_id })}
            anyLabel="Any lab account"
          />
        </div>
      </div>
    </form>
  )
}

interface ZipFieldProps {
  value: FinderSearch['zip_code']
  problem: string | null
  onFound: (zip_code: string) => void
}

function ZipField({ value, problem, onFound }: ZipFieldProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const [isLeft, setLeft] = useState(false)
  const missing = 5 - text.length
  // Another address is another text: going back shows what was asked then.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  const type = (next: string) => {
    const digits = zipDigits(next)
    setText(digits)
    if (digits.length === 5 && digits !== value) onFound(digits)
  }
  return (
    <div className="w-32">
      <Field
        label="ZIP code"
        icon={MapPin}
        value={text}
        onChange={type}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        inputMode="numeric"
        autoComplete="off"
        verbatim
        validationBehavior="aria"
        validate={() => {
          if (isLeft && missing > 0 && missing < 5) return 'Enter all 5 digits.'
          return text === value ? problem : null
        }}
        hint={missing > 0 ? '5 digits' : undefined}
        inputClassName="tabular-nums"
      />
    </div>
  )
}

function RadiusChoice({ value, onChange }: { value: Radius; onChange: (radius: Radius) => void }) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="contents">
        <span className="text-sm font-control text-ink-2">Within</span>
      </legend>
      <span className="flex h-8 gap-0.5 rounded-control border border-line-2 bg-sunken p-0.5 max-rail:h-11">
        {PSC_RADII.map((radius) => (
          <label
            key={radius}
            className="relative grid min-w-9 cursor-pointer place-items-center rounded-tag px-2 font-control text-ink-2 outline-focus hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--control)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-rail:flex-1"
          >
            <input
              type="radio"
              name={name}
              checked={value === radius}
              onChange={() => onChange(radius)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span>
              {radius}
              <span className={value === radius ? undefined : 'sr-only'}> mi</span>
            </span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}

interface CapabilityChoiceProps {
  value: readonly string[]
  onChange: (capabilities: string[]) => void
}

function CapabilityChoice({ value, onChange }: CapabilityChoiceProps) {
  const toggle = (capability: string) =>
    onChange(value.includes(capability) ? value.filter((each) => each !== capability) : [...value, capability])
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="contents">
        <span className="text-sm font-control text-ink-2">Must offer</span>
      </legend>
      <span className="flex flex-wrap gap-1.5">
        {capabilityChoices(value).map((capability) => {
          const { text, meaning, icon: Icon, known } = capabilityLabel(capability)
          return (
            <label
              key={capability}
              title={meaning}
              className="relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-control border border-line-2 bg-surface px-2.5 font-control text-ink shadow-1 outline-focus hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-rail:h-11 max-rail:text-base"
            >
              <input
                type="checkbox"
                checked={value.includes(capability)}
                onChange={() => toggle(capability)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon />
              <span translate={known ? undefined : 'no'} className={known ? undefined : 'font-mono text-xs'}>
                {text}
              </span>
            </label>
          )
        })}
      </span>
    </fieldset>
  )
}

interface OrderPlaceProps {
  environment: string
  order_id: string
  order: Finder['order']
  onLeave: () => void
}

/** In place of a ZIP: whose patient's is used. It is read from the order each time and written nowhere. */
export function OrderPlace({ environment, order_id, order, onLeave }: OrderPlaceProps) {
  const problem = problemOf(order)
  return (
    <div className="flex flex-col gap-1.5">
      <span className={labelStyle}>Near the patient of order</span>
      <span className="flex min-h-8 items-center gap-1.5">
        <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />
        <IconButton icon={X} label="Use another ZIP" onPress={onLeave} />
      </span>
      {order.of && (
        <span className="max-w-72">
          <RowPatient environment={environment} order={order.of} birth />
        </span>
      )}
      {problem && (
        <span data-tone="bad" role="alert" className={clsx(problemStyle, 'max-w-72')}>
          <ProblemText>{problem}</ProblemText>
        </span>
      )}
      {order.zip && (
        <span className="text-xs text-ink-3">
          ZIP <Redact noun="ZIP">{order.zip}</Redact>, kept out of the link
        </span>
      )}
    </div>
  )
}

function problemOf({ failure, isGone, hasNoZip, isMasked }: Finder['order']): string | null {
  if (failure) return `The order didn’t load: ${failure.detail} You can use a ZIP instead.`
  if (isGone) return 'The service doesn’t have this order. Use a ZIP instead.'
  if (isMasked) return 'The patient’s ZIP is masked. Show patient data, or use a ZIP instead.'
  return hasNoZip ? 'The order’s address has no 5-digit ZIP. Use a ZIP instead.' : null
}
