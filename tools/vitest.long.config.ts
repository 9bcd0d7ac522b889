/** Property tests with a random seed, and what is slow, for `npm run test:long`. A failure prints its seed; make it a test of its own. */
import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { configOf, isSlow, sourceOf } from './vitest.config.ts'

const HAS_PROPERTIES = /\bfc\.assert\b|conformance\.ts'/

export default defineConfig(configOf(randomInt(2 ** 31), (path) => isSlow(path) || HAS_PROPERTIES.test(sourceOf(path))))
