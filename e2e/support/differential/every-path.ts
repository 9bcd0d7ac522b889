/** Addresses of a demo, and ids that calls of a test name. */
import { LAB_TESTS } from '#lib/sandbox/data/labs.ts'

export const SERVICE = '/api/service/demo'
export const CONSOLE = '/api/console'
export const NOBODY = '00000000-0000-4000-8000-00000000dead'
export const LAB_TEST = LAB_TESTS[0].id
