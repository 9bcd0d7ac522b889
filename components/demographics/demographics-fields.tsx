'use client'
import { type Control, useController, useWatch } from 'react-hook-form'
import { FormField, FormSelect, useFormText } from '#components/patterns/form/form-field.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { normalisePhone, readablePhone } from '#lib/domains/demographics/user-info.ts'
import { zipMatchesState } from '#lib/domains/demographics/zip-states.ts'
import { US_STATES } from '#lib/utils/text/us-states.ts'
import { CHOICES, GENDER_OPTIONS, NOT_RECORDED } from './demographics-terms.ts'
import type { InfoValues } from './demographics-values.ts'

type InfoControl = Control<InfoValues, unknown, unknown>

const GRID = 'grid items-start gap-x-4 gap-y-5 rail:grid-cols-2'
const NAME_RULE = 'Labs accept letters A to Z without accents, digits, - . , ’ and single spaces.'
const CHOICE_NAMES = ['race', 'ethnicity', 'sexual_orientation', 'gender_identity'] as const

/** Every field of the service's demographics. */
export function DemographicsFields({ control }: { control: InfoControl }) {
  return (
    <>
      <SectionCard title="Person" summary="Must match the ID shown at the lab.">
        <div className={GRID}>
          <FormField control={control} name="first_name" label="First name" hint={NAME_RULE} verbatim />
          <FormField control={control} name="last_name" label="Last name" verbatim />
          <BirthDateField control={control} />
          <FormSelect control={control} name="gender" label="Gender" empty="Choose a gender" options={GENDER_OPTIONS} />
        </div>
      </SectionCard>
      <SectionCard title="Contact">
        <div className={GRID}>
          <FormField control={control} name="email" label="Email" inputMode="email" verbatim />
          <PhoneField control={control} name="phone_number" />
        </div>
      </SectionCard>
      <SectionCard title="Address" summary="Where test kits go, and where an at-home draw takes place.">
        <AddressFields control={control} prefix="address" />
      </SectionCard>
      <SectionCard title="Optional, as the patient describes it" summary="None of these is required for a test.">
        <div className={GRID}>
          {CHOICE_NAMES.map((name) => (
            <FormSelect
              key={name}
              control={control}
              name={name}
              label={CHOICES[name].label}
              empty={NOT_RECORDED}
              options={CHOICES[name].options}
            />
          ))}
        </div>
      </SectionCard>
      <MedicalProxy control={control} />
    </>
  )
}

/** What an older record holds and is no calendar day cannot stand in a date box: it is said beside it. */
function BirthDateField({ control }: { control: InfoControl }) {
  const { value } = useFormText({ control, name: 'dob' })
  const isDay = value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value)
  return (
    <FormField
      control={control}
      name="dob"
      label="Birth date"
      type="date"
      {...(!isDay && { hint: `Recorded as “${value}”, which isn’t a date.` })}
    />
  )
}

function PhoneField({ control, name }: { control: InfoControl; name: 'phone_number' | 'medical_proxy.phone_number' }) {
  const { value } = useFormText({ control, name })
  const saved = normalisePhone(value)
  return (
    <FormField
      control={control}
      name={name}
      label="Phone"
      inputMode="tel"
      verbatim
      hint={
        saved !== value && saved.startsWith('+')
          ? `Will be saved as ${readablePhone(saved)}`
          : 'With country code, or ten US digits.'
      }
    />
  )
}

function AddressFields({ control, prefix }: { control: InfoControl; prefix: 'address' | 'medical_proxy.address' }) {
  const { state, zip_code: zip } = useWatch({ control, name: prefix })
  const isZip = /^\d{5}/.test(zip)
  return (
    <div className="grid items-start gap-x-4 gap-y-5 rail:grid-cols-6">
      <div className="rail:col-span-4">
        <FormField control={control} name={`${prefix}.first_line`} label="Street and number" verbatim />
      </div>
      <div className="rail:col-span-2">
        <FormField control={control} name={`${prefix}.second_line`} label="Apartment, unit (optional)" verbatim />
      </div>
      <div className="rail:col-span-3">
        <FormField control={control} name={`${prefix}.city`} label="City" verbatim />
      </div>
      <FormSelect
        control={control}
        name={`${prefix}.state`}
        label="State"
        empty="Choose"
        options={US_STATES}
        className="rail:col-span-2"
      />
      <FormField control={control} name={`${prefix}.zip_code`} label="ZIP" inputMode="numeric" verbatim />
      {isZip && state !== '' && !zipMatchesState(zip, state) && (
        <Notice kind="warn" className="rail:col-span-6">
          ZIP {zip} isn’t in {US_STATES.find(({ value }) => value === state)?.label ?? state}. Check both: kits are sent
          here.
        </Notice>
      )}
    </div>
  )
}

function MedicalProxy({ control }: { control: InfoControl }) {
  const { field } = useController({ control, name: 'has_proxy' })
  return (
    <SectionCard title="Medical proxy (parent or guardian)" summary="Who decides for this patient.">
      <div className="flex flex-col gap-5">
        <Check checked={field.value} onChange={field.onChange}>
          Someone else decides for this patient
        </Check>
        {field.value && (
          <>
            <div className={GRID}>
              <FormField control={control} name="medical_proxy.first_name" label="First name" verbatim />
              <FormField control={control} name="medical_proxy.last_name" label="Last name" verbatim />
              <PhoneField control={control} name="medical_proxy.phone_number" />
              <FormField
                control={control}
                name="medical_proxy.relationship"
                label="Relationship (optional)"
                hint="Such as mother, or guardian."
              />
            </div>
            <AddressFields control={control} prefix="medical_proxy.address" />
          </>
        )}
      </div>
    </SectionCard>
  )
}
