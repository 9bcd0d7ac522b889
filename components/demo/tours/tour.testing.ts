/** A small tour over a small page, and a demo that only remembers what it was told, for tests of the player. */
import type { DemoControl, DemoSnapshot } from '#lib/demo/control.ts'
import { DEFAULT_SCENARIO } from '#lib/demo/scenario.ts'
import { click, fill, find, isTextField } from './run.ts'
import { NO_SUBJECT, type Tour } from './tour.ts'

const START: DemoSnapshot = {
  scenario: DEFAULT_SCENARIO,
  role: 'administrator',
  clock: { now: 0, read_at: 0, running: false },
  next: null,
  changes: 0,
  can_undo: false,
  loaded: 1,
}

export function fakeControl(): DemoControl {
  let snapshot = START
  const listeners = new Set<() => void>()
  const change = async (changes: Partial<DemoSnapshot>) => {
    snapshot = { ...snapshot, ...changes }
    for (const listener of [...listeners]) listener()
  }
  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    setScenario: (scenario) => change({ scenario }),
    setRole: (role) => change({ role }),
    pause: async () => undefined,
    resume: async () => undefined,
    advance: (milliseconds) => change({ clock: { ...snapshot.clock, now: snapshot.clock.now + milliseconds } }),
    nextEvent: async () => undefined,
    advanceOrder: async () => undefined,
    reset: async () => undefined,
    undoReset: async () => undefined,
  }
}

const nameField = () => find('input[aria-label="Name"]')
const saveButton = () => find('button', /^Save$/)

/** One step for each kind of completion. */
export const testTour: Tour = {
  id: 'draw',
  title: 'Save a name',
  summary: 'A tour for tests.',
  minutes: 1,
  role: 'support',
  scenario: DEFAULT_SCENARIO,
  findSubject: async () => ({ ...NO_SUBJECT, reference: 'member-7' }),
  steps: [
    {
      text: 'Enter the name.',
      path: () => '/',
      target: nameField,
      action: 'Enter name',
      perform: ({ subject }) => fill(nameField(), subject.reference),
      completion: {
        kind: 'page',
        holds: () => {
          const field = nameField()
          return isTextField(field) && field.value === 'member-7'
        },
      },
    },
    {
      text: 'Read this.',
      path: null,
      target: () => find('p[data-fact]'),
      action: 'Continue',
      perform: null,
      completion: null,
    },
    {
      text: 'Save it.',
      path: null,
      target: saveButton,
      action: 'Save name',
      perform: () => click(saveButton()),
      completion: { kind: 'answered', method: 'POST', path: /\/names$/ },
    },
    {
      text: 'Move the clock.',
      path: null,
      target: () => find('p[data-fact]'),
      action: 'Move clock',
      perform: ({ control }) => control.advance(5_000),
      completion: { kind: 'snapshot', changed: (before, now) => now.clock.now > before.clock.now },
    },
    {
      text: 'Open the other page.',
      path: null,
      target: () => find('a[href="/other"]'),
      action: 'View page',
      perform: null,
      completion: { kind: 'route', path: () => '/other' },
    },
  ],
  ending: 'The name is saved.',
}
