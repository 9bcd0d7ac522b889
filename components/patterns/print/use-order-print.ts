import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { shownInfoQuery } from '#lib/domains/demographics/queries.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

const say = (title: string, text: string) => toast({ kind: 'failed', title, text })
const NOTHING = 'Nothing was printed.'
const NOT_KEPT = 'It couldn’t be recorded in the audit log. Try again.'

/**
 * Puts the page's orders on paper once that is on record and the names of `user_ids`, of whom rows below may not have been
 * seen, are read; what the browser's own command prints is reported as it begins. A sheet with names on it is drawn once `record` says yes.
 */
export function useOrderPrint(environment: string, order_ids: readonly string[], user_ids: readonly string[] = []) {
  const client = useQueryClient()
  const mayName = useMay(getLatestUserInfo.permission)
  const { masked } = usePatientData()
  const isOnRecord = useRef(false)
  const report = async (ids: readonly string[]) => {
    const subjects = [...ids]
    const body = { action: 'print_orders' as const, environment, subjects, rows: ids.length }
    const entry = consoleRequest(reportAction, { body }, {})
    return entry.then(() => true).catch(() => false)
  }
  const onPrint = useEffectEvent(async ({ type }: Event) => {
    const isReported = isOnRecord.current || document.querySelector('[data-print-sheet]') !== null
    isOnRecord.current &&= type === 'beforeprint'
    if (type !== 'beforeprint' || isReported || order_ids.length === 0 || (await report(order_ids))) return
    say('This print isn’t in the audit log.', 'Destroy the paper, then print with the button of the page.')
  })
  useEffect(() => {
    const listen = (event: Event) => void onPrint(event)
    for (const type of ['beforeprint', 'afterprint']) window.addEventListener(type, listen)
    return () => {
      for (const type of ['beforeprint', 'afterprint']) window.removeEventListener(type, listen)
    }
  }, [])
  const record = async (ids: readonly string[] = order_ids) => {
    const isDone = !masked && (await report(ids))
    if (!isDone) say(NOTHING, masked ? 'Patient data is hidden. Show it first (M).' : NOT_KEPT)
    return isDone
  }
  const print = async () => {
    const named = mayName ? new Set(user_ids) : []
    const read = (user_id: string) => client.ensureQueryData(shownInfoQuery(client, { environment, user_id }))
    await Promise.allSettled([...named].map(read))
    isOnRecord.current = await report(order_ids)
    if (isOnRecord.current) window.print()
    else say(NOTHING, NOT_KEPT)
  }
  return { record, print: () => void print() }
}
