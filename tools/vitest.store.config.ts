/** Tests of every store, slow or not, for `npm run test:store`. */
import { defineConfig } from 'vitest/config'
import { configOf, FIXED_SEED, isStoreSuite } from './vitest.config.ts'

export default defineConfig(configOf(FIXED_SEED, isStoreSuite))
