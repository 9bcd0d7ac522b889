import { afterEach, expect, test, vi } from 'vitest'
import { announceEnd, onSessionEvent, reportActivity, type SessionEvent } from './session.ts'

const tab = new BroadcastChannel('vialdesk-session')
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function listen() {
  const heard: SessionEvent[] = []
  stops.push(onSessionEvent((event) => heard.push(event)))
  return heard
}

test('an end is heard here and in other tabs', async () => {
  const there: unknown[] = []
  tab.onmessage = ({ data }: MessageEvent<unknown>) => there.push(data)
  const here = listen()
  announceEnd('signed_out')
  expect(here).toEqual([{ kind: 'ended', why: 'signed_out' }])
  await vi.waitFor(() => expect(there).toEqual([{ kind: 'ended', why: 'signed_out' }]))
})

test('activity is for other tabs only', async () => {
  const there: unknown[] = []
  tab.onmessage = ({ data }: MessageEvent<unknown>) => there.push(data)
  const here = listen()
  reportActivity(42)
  await vi.waitFor(() => expect(there).toEqual([{ kind: 'active', at: 42 }]))
  expect(here).toEqual([])
})

test('what another tab says is heard, and what makes no sense is not', async () => {
  const here = listen()
  for (const data of [
    null,
    'ended',
    { kind: 'ended' },
    { kind: 'ended', why: 'teleported' },
    { kind: 'active', at: 'x' },
  ]) {
    tab.postMessage(data)
  }
  tab.postMessage({ kind: 'ended', why: 'idle' })
  await vi.waitFor(() => expect(here).toEqual([{ kind: 'ended', why: 'idle' }]))
})

test('after the last listener has gone nothing is heard', () => {
  const here = listen()
  for (const stop of stops.splice(0)) stop()
  announceEnd('ended')
  expect(here).toEqual([])
})
