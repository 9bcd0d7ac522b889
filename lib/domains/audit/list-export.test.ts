import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { fileName, fileOf } from './list-export.ts'

const link = { href: '', download: '', click: vi.fn() }

/** As much of a browser as a download needs. */
function openPage(pathname: string) {
  vi.stubGlobal('window', { location: { pathname } })
  vi.stubGlobal('document', { createElement: () => link })
  vi.useFakeTimers({ now: Date.parse('2026-11-22T15:42:00Z') })
}

function savedAs(name: string) {
  saveFile(name, new Blob())
  return link.download
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a list’s file is named after the list, the environment and the day', () => {
  openPage('/sandbox/users')
  expect(savedAs(fileName('users', 'sandbox'))).toBe('users-sandbox-2026-11-22.csv')
})

test('the day is that of the viewer, whatever the day in UTC is', () => {
  openPage('/sandbox/users')
  vi.setSystemTime(Date.parse('2026-11-22T02:00:00Z'))
  vi.stubEnv('TZ', 'America/New_York')
  expect(savedAs(fileName('users', 'sandbox'))).toBe('users-sandbox-2026-11-21.csv')
  const file = fileOf<string>({ at: { name: 'at', instant: (row) => row } }, ['at', 'at'])
  expect(file.head).toEqual(['at', 'at (America/New_York)'])
  expect(file.lines(['2026-11-22T02:00:00.123456Z', ''])).toEqual([
    ['2026-11-22T02:00:00.123456Z', { date: '2026-11-21 21:00:00' }],
    ['', null],
  ])
  vi.unstubAllEnvs()
})

test('every file of the demo says so at the beginning of its name, and once', () => {
  openPage('/demo/users')
  expect(savedAs(fileName('users', 'demo'))).toBe('demo-users-2026-11-22.csv')
  expect(savedAs('phlebotomy-draws.ics')).toBe('demo-phlebotomy-draws.ics')
})

test('a page that is only called similarly is none of the demo', () => {
  openPage('/demo-2/users')
  expect(savedAs(fileName('users', 'demo-2'))).toBe('users-demo-2-2026-11-22.csv')
  openPage('/sandbox/demo')
  expect(savedAs('audit.csv')).toBe('audit.csv')
})
