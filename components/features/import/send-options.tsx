'use client'
import { Check } from '#components/ui/check.tsx'
import { Select } from '#components/ui/select.tsx'
import { formatCount } from '#lib/utils/counts.ts'
import { BATCH_SIZES } from './import-state.ts'
import { useDesk } from './use-import.ts'

const SIZES = BATCH_SIZES.map((value) => ({ value, text: `${formatCount(value)} a batch` }))

/** How the rows go out. */
export function SendOptions() {
  const { desk, state } = useDesk()
  return (
    <>
      <Check checked={state.wait} onChange={(wait) => desk.choosePace({ wait })}>
        Wait up to 20 seconds per batch
      </Check>
      <Select
        label="Rows a batch"
        value={state.batch_size}
        options={SIZES}
        onChange={(batch_size) => desk.choosePace({ batch_size })}
      />
    </>
  )
}
