import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { fileName, fileOf } from './list-export.ts'

let isInPage = false
const link = {
  href: '',
  download: '',
  click: vi.fn(() => expect(isInPage).toBe(true)),
  remove() {
    isInPage = false
  },
}

/** As much of a browser as a download needs. */
function openPage(pathname: string) {
  vi.stubGlobal('window', { location: { pathname } })
  vi.stubGlobal('document', {
    createElement: () => link,
    body: {
      append() {
        isInPage = true
      },
    },
  })
  vi.useFakeTimers({ now: Date.parse('2026-11-22T15:42:00Z') })
}

async function savedAs(name: string) {
  const saving = saveFile(name, new Blob())
  await vi.advanceTimersByTimeAsync(0)
  await saving
  return link.download
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a list’s file is named after the list, the environment and the day', async () => {
  openPage('/sandbox/users')
  expect(await savedAs(fileName('users', 'sandbox'))).toBe('users-sandbox-2026-11-22.csv')
})

test('the day is that of the viewer, whatever the day in UTC is', async () => {
  openPage('/sandbox/users')
  vi.setSystemTime(Date.parse('2026-11-22T02:00:00Z'))
  vi.stubEnv('TZ', 'America/New_York')
  expect(await savedAs(fileName('users', 'sandbox'))).toBe('users-sandbox-2026-11-21.csv')
  const file = fileOf<string>({ at: { name: 'at', instant: (row) => row } }, ['at', 'at'])
  expect(file.head).toEqual(['at', 'at (America/New_York)'])
  expect(file.lines(['2026-11-22T02:00:00.123456Z', ''])).toEqual([
    ['2026-11-22T02:00:00.123456Z', { bare: '2026-11-21 21:00:00' }],
    ['', null],
  ])
  vi.unstubAllEnvs()
})

test('every file of the demo says so at the beginning of its name, and once', async () => {
  openPage('/demo/users')
  expect(await savedAs(fileName('users', 'demo'))).toBe('demo-users-2026-11-22.csv')
  expect(await savedAs('phlebotomy-draws.ics')).toBe('demo-phlebotomy-draws.ics')
})

test('a page that is only called similarly is none of the demo', async () => {
  openPage('/demo-2/users')
  expect(await savedAs(fileName('users', 'demo-2'))).toBe('users-demo-2-2026-11-22.csv')
  openPage('/sandbox/demo')
  expect(await savedAs('audit.csv')).toBe('audit.csv')
})

test('a file’s link is in the page when it is pressed, and its address outlives the press by half a minute and more', async () => {
  openPage('/sandbox/users')
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  await savedAs('users.csv')
  expect(link.click).toHaveBeenCalled()
  expect(isInPage).toBe(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(revoked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(revoked).toHaveBeenCalledWith(link.href)
})
