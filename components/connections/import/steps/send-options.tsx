'use client'
import { BATCH_SIZES } from '#components/connections/import/session/session-state.ts'
import { useImportSession } from '#components/connections/import/session/use-import-session.ts'
import { Check } from '#components/ui/field/check.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

const SIZES = BATCH_SIZES.map((value) => ({ value, text: `${formatCount(value)} a batch` }))

/** How the rows go out. */
export function SendOptions() {
  const { session, state } = useImportSession()
  return (
    <>
      <Check checked={state.wait} onChange={(wait) => session.choosePace({ wait })}>
        Wait up to 20 seconds per batch
      </Check>
      <Select
        label="Rows a batch"
        value={state.batch_size}
        options={SIZES}
        onChange={(batch_size) => session.choosePace({ batch_size })}
      />
    </>
  )
}
