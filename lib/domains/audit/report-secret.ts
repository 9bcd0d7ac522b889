/** Reports to the audit log what happens to a credential in the browser alone, before it happens. */
import { useCallback } from 'react'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { reportAction } from './report-action.ts'

const ACTIONS = { show: 'show_secret', copy: 'copy_secret', print: 'print_hand_out' } as const
export type SecretAct = keyof typeof ACTIONS

/** True when it is on record: only then may the credential be shown, copied or printed. */
export function useSecretReport(environment: string, user_id: string): (act: SecretAct) => Promise<boolean> {
  return useCallback(
    (act) =>
      consoleRequest(reportAction, { body: { action: ACTIONS[act], environment, subjects: [user_id] } }, {}).then(
        () => true,
        () => false,
      ),
    [environment, user_id],
  )
}
