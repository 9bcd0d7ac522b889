import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { dismissNotices, listNotices, type Noticed, type Notice as StaffNotice } from '#lib/domains/staff/notices.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

type Sentence = (by: string, about: string) => string

/** Says something of a webhook endpoint or a key, which is never the reader. */
const ofEndpoint = (other: Sentence) => ({ own: other, other })

/** Said to the person it is about, and to other administrators. */
const SENTENCES: Readonly<Record<Noticed, { own: Sentence; other: Sentence }>> = {
  staff_reset_requested: {
    own: (by) => `${by} asked to reset your access. If you didn’t request it, tell another administrator.`,
    other: (by, about) => `${by} asked to reset ${about}’s access. It needs your approval in Settings, Staff.`,
  },
  staff_access_reset: {
    own: (by) => `${by} reset your access. If you didn’t request it, tell another administrator.`,
    other: (by, about) => `${by} reset ${about}’s access.`,
  },
  staff_reset_declined: {
    own: (by) => `${by} declined or withdrew a request about your access.`,
    other: (by, about) => `${by} declined or withdrew a request about ${about}’s access.`,
  },
  staff_removal_requested: {
    own: (by) => `${by} asked to remove you. If this is unexpected, tell another administrator.`,
    other: (by, about) => `${by} asked to remove ${about}. It needs your approval in Settings, Staff.`,
  },
  staff_removed: { own: (by) => `${by} removed you.`, other: (by, about) => `${by} removed ${about}.` },
  staff_email_change_requested: {
    own: (by) => `${by} asked to change your email address. If this is unexpected, tell another administrator.`,
    other: (by, about) => `${by} asked to change ${about}’s email address. It needs your approval in Settings, Staff.`,
  },
  staff_email_changed: {
    own: (by) => `${by} changed your email address. If this is unexpected, tell another administrator.`,
    other: (by, about) => `${by} changed ${about}’s email address.`,
  },
  staff_updated: {
    own: (by) => `${by} changed your role or environments.`,
    other: (by, about) => `${by} changed ${about}’s role or environments.`,
  },
  staff_disabled: { own: (by) => `${by} disabled you.`, other: (by, about) => `${by} disabled ${about}.` },
  staff_enabled: { own: (by) => `${by} enabled you again.`, other: (by, about) => `${by} enabled ${about} again.` },
  administrator_added: {
    own: (by) => `${by} made you an administrator.`,
    other: (by, about) => `${by} made ${about} an administrator.`,
  },
  webhook_endpoint_added: ofEndpoint((by, about) => `${by} added the webhook endpoint ${about}.`),
  webhook_endpoint_readdressed: ofEndpoint((by, about) => `${by} changed the URL of the webhook endpoint ${about}.`),
  webhook_events_recovered: ofEndpoint((by, about) => `${by} sent missed events to the webhook endpoint ${about}.`),
  webhook_events_replayed: ofEndpoint((by, about) => `${by} replayed ${about}.`),
  key_created: ofEndpoint((by, about) => `${by} created the ${about}.`),
}

interface NoticesProps {
  notices: readonly StaffNotice[]
  is_short_of_space: boolean
}

/** Above the page: what administrators did about the reader, or about each other, until it is dismissed. */
export function Notices({ notices, is_short_of_space }: NoticesProps) {
  const client = useQueryClient()
  const { queryKey } = consoleQuery(listNotices, {}, {})
  const dismiss = useMutation({
    mutationFn: (ids: string[]) => consoleRequest(dismissNotices, { body: { ids } }, {}),
    // Newer notices stay.
    onSuccess: (_, ids) =>
      client.setQueryData(
        queryKey,
        (known) => known && { ...known, notices: known.notices.filter(({ id }) => !ids.includes(id)) },
      ),
  })
  return (
    <section aria-label="Notices" className="border-b border-line px-4 py-3 rail:px-6 print:hidden">
      {is_short_of_space && (
        <Notice kind="warn">The server’s disk is almost full, so changes are refused. Free space on it.</Notice>
      )}
      {notices.length > 0 && (
        <Notice kind="warn">
          <ul className="flex flex-col gap-1">
            {notices.map(({ id, action, about_name, by_name, at }) => (
              <li key={id}>
                {about_name === null
                  ? SENTENCES[action].own(by_name, '')
                  : SENTENCES[action].other(by_name, about_name)}{' '}
                <TimeStamp value={at} className="min-h-0" />
              </li>
            ))}
          </ul>
          <Button
            className="mt-2"
            isDisabled={dismiss.isPending}
            onPress={() => dismiss.mutate(notices.map(({ id }) => id))}
          >
            Dismiss
          </Button>
        </Notice>
      )}
    </section>
  )
}
