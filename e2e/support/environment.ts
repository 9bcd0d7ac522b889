/** The only environment variables that end-to-end tests read. */
/** A Chromium of one's own instead of the one the tests would find. */
export const chromiumPath = process.env.CHROMIUM_PATH || null

/** Pictures cost time, and no check looks at them. */
export const takesPictures = process.env.PICTURES === '1'

const FILLED = 'E2E_FILLED_DIRECTORY'

/** Returns the data directory filled for this run; workers inherit it through the environment. */
export const filledDirectory = () => process.env[FILLED] ?? null
export const tellFilledDirectory = (directory: string) => {
  process.env[FILLED] = directory
}

const NEEDED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']

/** For a program under test: no setting of the person who runs the tests reaches it. */
export const machineEnvironment: Record<string, string> = {}
for (const [name, value] of Object.entries(process.env)) {
  if (NEEDED.includes(name) && value !== undefined) machineEnvironment[name] = value
}
