/** Initial settings of a demo: the address, else the last ones in this browser. */
import { type Base, formatScenario, parseScenario } from '#lib/demo/scenario.ts'
import type { JournalStore, Settings } from './journal.ts'

const DEFAULTS: Settings = { scenario: '', role: 'administrator' }

/** `asked` is the scenario of the address; null where it names none. */
export async function requestedSettings(journal: JournalStore, asked: string | null): Promise<Settings> {
  const kept = (await journal.settings()) ?? DEFAULTS
  if (asked === null) return kept
  const next = { ...kept, scenario: formatScenario(parseScenario(asked)) }
  await journal.saveSettings(next)
  return next
}

export const baseOf = ({ scenario }: Settings): Base => parseScenario(scenario).base
