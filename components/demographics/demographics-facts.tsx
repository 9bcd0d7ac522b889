import { FactList, SectionCard } from '#components/patterns/page/section-card.tsx'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { readablePhone } from '#lib/domains/demographics/user-info.ts'
import { textAt } from '#lib/kernel/client/field-errors.ts'
import { type DayForm, formatDay } from '#lib/utils/time/instants.ts'
import { CHOICES, INFO_FIELDS, type InfoField, type InfoPath, infoLabel, PROXY_PREFIX } from './demographics-terms.ts'
import type { InfoValues } from './demographics-values.ts'

const isChoice = (path: string) => Object.hasOwn(CHOICES, path)
const isProxy = (path: string) => path.startsWith('medical_proxy.')

const PROXY = 'Medical proxy (parent or guardian)'
const PARTS: readonly { title: string; holds: (path: InfoPath) => boolean }[] = [
  { title: 'Person', holds: (path) => ['first_name', 'last_name', 'dob', 'gender'].includes(path) },
  { title: 'Contact', holds: (path) => path === 'email' || path === 'phone_number' },
  { title: 'Address', holds: (path) => path.startsWith('address.') },
  { title: 'Self-reported (optional)', holds: isChoice },
  { title: PROXY, holds: isProxy },
]

export function DemographicsFacts({ values }: { values: InfoValues }) {
  const clock = useWallClock()
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      {PARTS.map(({ title, holds }) => (
        <SectionCard key={title} title={title}>
          {title === PROXY && !values.has_proxy ? (
            <p className="text-ink-3">No medical proxy on file.</p>
          ) : (
            <FactList
              facts={INFO_FIELDS.filter(({ path }) => holds(path)).map((field) => factOf(field, values, clock))}
            />
          )}
        </SectionCard>
      ))}
    </div>
  )
}

function wordsOf(path: InfoPath, value: string, form: DayForm): string {
  if (path === 'dob') return formatDay(value, form)
  return path.endsWith('phone_number') ? readablePhone(value) : infoLabel(path, value)
}

function factOf({ path, label }: InfoField, values: InfoValues, form: DayForm) {
  const value = textAt(values, path)
  const words = wordsOf(path, value, form)
  const short = label.replace(PROXY_PREFIX, '')
  return {
    label: short.charAt(0).toUpperCase() + short.slice(1),
    value: value === '' ? <NoValue word="not recorded" /> : <Redact noun={label}>{words}</Redact>,
  }
}
