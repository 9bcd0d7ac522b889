'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Terminal } from 'lucide-react'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { readWebhookDeliveryBody } from '#lib/domains/webhooks/deliveries.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { copyText } from '#lib/utils/browser/browser.ts'
import { curlOf } from './curl.ts'

interface CopyCurlProps {
  environment: string
  delivery: Delivery
}

/** Copies the request as a command. It has the body in it, so that it is opened, which is on record. */
export function CopyCurl({ environment, delivery }: CopyCurlProps) {
  const client = useQueryClient()
  const { masked } = usePatientData()
  const copy = useMutation({
    async mutationFn() {
      const params = { environment, delivery_id: delivery.id }
      const [{ body }, { endpoints }] = await Promise.all([
        client.fetchQuery(consoleQuery(readWebhookDeliveryBody, { params }, {})),
        client.fetchQuery(consoleQuery(listWebhookEndpoints, { params: { environment } }, {})),
      ])
      const target = endpoints?.find(({ id }) => id === delivery.endpoint.id)?.url
      return copyText(curlOf(target ?? `${window.location.origin}${WEBHOOK_PREFIX}/${environment}`, delivery, body))
    },
    onSuccess: (isCopied) =>
      isCopied
        ? toast({
            kind: 'done',
            title: 'Command copied.',
            text: `It has no signature.${masked ? ' Patient data in it is masked.' : ''}`,
          })
        : toast({ kind: 'failed', title: 'The command wasn’t copied.', text: 'The browser blocked it.' }),
    onError: ({ message }) => toast({ kind: 'failed', title: 'The command wasn’t copied.', text: message }),
  })
  return (
    <PendingButton isPending={copy.isPending} onPress={() => copy.mutate()}>
      <Terminal aria-hidden="true" className="size-4" strokeWidth={1.9} />
      Copy as curl
    </PendingButton>
  )
}
