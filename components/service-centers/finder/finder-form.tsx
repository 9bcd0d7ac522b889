'use client'
import clsx from 'clsx'
import { MapPin, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { CatalogPicker } from '#components/patterns/domain/catalog-picker.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { CapabilityChoice } from './capability-choice.tsx'
import { type FinderSearch, zipDigits } from './finder-search.ts'
import { OrderPlace } from './order-place.tsx'
import { RadiusChoice } from './radius-choice.tsx'
import type { Finder } from './use-finder.ts'

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
          options={catalog.options.lab}
          optionsProblem={catalog.problem}
          value={search.lab_id === null ? null : String(search.lab_id)}
          onChange={(id) => go({ lab_id: id === null ? null : Number(id) })}
          {...(isOwnLab && { hint: 'The lab for the order’s test' })}
        />
      </div>
      <div className="max-rail:w-full">
        <RadiusChoice value={search.radius} onChange={(radius) => go({ radius })} />
      </div>
      <Button onPress={() => setMore(!isMore)} aria-expanded={isMore} className="w-full rail:hidden">
        <SlidersHorizontal aria-hidden="true" className="size-4" strokeWidth={1.9} />
        More filters{further > 0 && ` (${further})`}
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
  /** The service's problem with this value. */
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
