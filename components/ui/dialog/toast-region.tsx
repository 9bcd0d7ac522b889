import { Check, CircleX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  UNSTABLE_ToastRegion as Region,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components'
import type { ToastPlace } from './toast-place.ts'

export interface ToastMessage {
  kind: 'done' | 'failed'
  /** One short sentence; `text` says the rest of it. */
  title: string
  text?: ReactNode
  /** One way on from it, such as Undo. */
  action?: { label: string; run: () => void }
}

export const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })
/** Milliseconds. */
const SHOWN_FOR = 6_000

/** Success replaces success, so that quick work doesn't pile up messages; a failure stays until it is closed. */
export function show(message: ToastMessage) {
  if (message.kind === 'failed') return queue.add(message)
  for (const { key, content } of queue.visibleToasts) if (content.kind === 'done') queue.close(key)
  return queue.add(message, { timeout: SHOWN_FOR })
}

export function ToastRegion({ place }: { place: ToastPlace }) {
  return (
    <Region
      queue={queue}
      className={`fixed right-4 left-4 z-60 flex flex-col-reverse gap-2 rail:left-auto rail:w-[380px] ${place === 'top' ? 'top-[62px]' : 'bottom-16'}`}
    >
      {({ toast }) => {
        const { kind, action } = toast.content
        const failed = kind === 'failed'
        const Icon = failed ? CircleX : Check
        return (
          <Toast
            toast={toast}
            data-tone={failed ? 'bad' : 'ok'}
            className="flex items-start gap-2.5 rounded-pop border border-line-2 bg-surface py-2.5 pr-1.5 pl-3 shadow-3"
          >
            <Icon className="mt-0.5 shrink-0 text-tone-fg stroke-2" />
            <ToastContent className="flex-1 py-px">
              <Text slot="title" className="font-heading">
                {toast.content.title}
              </Text>{' '}
              {toast.content.text && (
                <Text slot="description" className="text-ink-2">
                  {toast.content.text}
                </Text>
              )}
            </ToastContent>
            {action && (
              <Button
                onPress={() => {
                  queue.close(toast.key)
                  action.run()
                }}
                className="min-h-6 shrink-0 rounded-tag px-1.5 font-control text-link hover:bg-hover max-rail:min-h-10"
              >
                {action.label}
              </Button>
            )}
            <Button
              slot="close"
              aria-label="Close"
              className="inline-grid size-6 shrink-0 place-items-center rounded-tag text-ink-3 hover:bg-hover hover:text-ink max-rail:size-10"
            >
              <X className="size-3.5" />
            </Button>
          </Toast>
        )
      }}
    </Region>
  )
}
