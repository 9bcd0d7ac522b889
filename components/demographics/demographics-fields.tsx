import { type Control, useController, useWatch } from 'react-hook-form'
import { FormBirthDate, FormField, FormSelect, useFormText } from '#components/patterns/form/form-field.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { readPhone } from '#lib/domains/demographics/phone.ts'
import { readablePhone } from '#lib/domains/demographics/user-info.ts'
import { acceptedName } from '#lib/domains/demographics/user-info-write.ts'
import { statesOfZip, zipMatchesState } from '#lib/domains/demographics/zip-states.ts'
import { US_STATES, zipCode } from '#lib/utils/text/addresses.ts'
import { CHOICES, GENDER_OPTIONS, NOT_RECORDED } from './demographics-terms.ts'
import type { InfoValues } from './demographics-values.ts'

type InfoControl = Control<InfoValues, unknown, unknown>

const GRID = 'grid items-start gap-x-4 gap-y-5 rail:grid-cols-2'
const NAME_RULE = 'Labs accept letters A to Z without accents, digits, - . , ’ and single spaces.'
const CHOICE_NAMES = ['race', 'ethnicity', 'sexual_orientation', 'gender_identity'] as const

export function DemographicsFields({ control }: { control: InfoControl }) {
  return (
    <>
      <SectionCard title="Person" summary="Must match the ID shown at the lab.">
        <div className={GRID}>
          <NameField control={control} name="first_name" hint={NAME_RULE} />
          <NameField control={control} name="last_name" />
          <FormBirthDate control={control} name="dob" label="Birth date" />
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
      <SectionCard title="Self-reported (optional)" summary="None of these is required for a test.">
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

type NameKey = 'first_name' | 'last_name'

interface NameFieldProps {
  control: InfoControl
  name: NameKey | `medical_proxy.${NameKey}`
  hint?: string
}

/** A name as it is on the ID; one that labs refuse is offered in letters that they accept. */
function NameField({ control, name, hint }: NameFieldProps) {
  const { value, problem, onChange } = useFormText({ control, name })
  const plain = problem && acceptedName(value)
  return (
    <div className="flex flex-col items-start gap-1.5 *:w-full">
      <FormField
        control={control}
        name={name}
        label={name.endsWith('first_name') ? 'First name' : 'Last name'}
        hint={hint}
        verbatim
      />
      {plain && (
        <Button className="max-w-fit" translate="no" onPress={() => onChange(plain)}>{`Use “${plain}”`}</Button>
      )}
    </div>
  )
}

function PhoneField({ control, name }: { control: InfoControl; name: 'phone_number' | 'medical_proxy.phone_number' }) {
  const { value } = useFormText({ control, name })
  const { phone: saved } = readPhone(value)
  return (
    <FormField
      control={control}
      name={name}
      label="Phone"
      inputMode="tel"
      verbatim
      hint={
        saved !== undefined && saved !== value
          ? `Will be saved as ${readablePhone(saved)}`
          : 'With country code, or ten US digits.'
      }
    />
  )
}

interface AddressFieldsProps {
  control: InfoControl
  prefix: 'address' | 'medical_proxy.address'
}

function AddressFields({ control, prefix }: AddressFieldsProps) {
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
      <ZipWarning control={control} prefix={prefix} />
    </div>
  )
}

/** A ZIP code of another state is worth a second look, and may be right: it stops nobody. */
function ZipWarning({ control, prefix }: AddressFieldsProps) {
  const [typed, state] = useWatch({ control, name: [`${prefix}.zip_code`, `${prefix}.state`] })
  const zip = zipCode(typed)
  const isWhole = /^\d{5}(-\d{4})?$/.test(zip) && state !== ''
  return (
    <div role="status" className="empty:absolute rail:col-span-6">
      {isWhole && !zipMatchesState(zip, state) && (
        <Notice kind="warn">
          ZIP {zip} is usually in {statesOfZip(zip).map(stateName).join(' or ')}. If one of the two is wrong, labs may
          reject the order. You can save anyway.
        </Notice>
      )}
    </div>
  )
}

const stateName = (code: string) => US_STATES.find(({ value }) => value === code)?.label.slice(code.length + 2) ?? code

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
              <NameField control={control} name="medical_proxy.first_name" />
              <NameField control={control} name="medical_proxy.last_name" />
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
