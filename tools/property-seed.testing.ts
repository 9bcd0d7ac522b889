/** Runs before every test file: property tests begin with the seed of the run, which a failure prints. */
import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number
  }
}

fc.configureGlobal({ seed: inject('propertySeed') })
