import { useMay } from '#components/patterns/page/role.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { acknowledgeCriticalOrder } from '#lib/domains/orders/critical/critical.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { AcknowledgeButton, AcknowledgementText } from './acknowledge-button.tsx'
import { CriticalMark } from './critical-mark.tsx'
import { useCriticalState } from './use-critical-state.ts'

export function CriticalPeek({ environment, order }: { environment: string; order: Order }) {
  const { state, result, seen, error, retry } = useCriticalState(environment, order)
  const mayAcknowledge = useMay(acknowledgeCriticalOrder.permission)
  return (
    <section aria-label="Critical result" className="flex flex-col items-start gap-2 border-t border-line pt-3">
      <h4 className="text-xs text-ink-3">Critical result</h4>
      {error && <CardFailure subject="Acknowledgments" error={error} onRetry={retry} />}
      {state && (
        <>
          <CriticalMark state={state} />
          <p className="max-w-full break-words">
            {state.owner ? <AcknowledgementText acknowledgement={state.owner} /> : 'Not acknowledged, no owner.'}
          </p>
          {mayAcknowledge && (
            <AcknowledgeButton environment={environment} result={result} seen={seen} isTaken={state.owner !== null} />
          )}
        </>
      )}
    </section>
  )
}
