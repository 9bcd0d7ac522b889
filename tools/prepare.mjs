/** Makes a checkout ready to run: installed, and built where that is asked for. */
import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { StepFailed } from './steps.mjs'

const OLDEST_NODE = 20

/** `slim`: without what only checks of the project need. */
export async function prepare({ built, slim = false, limit }) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    throw new StepFailed(`Node ${OLDEST_NODE} or newer is needed; this is Node ${process.versions.node}.`)
  }
  if (isInstalled({ slim }) && !(built && !isBuilt())) return
  await withLock(async () => {
    if (!isInstalled({ slim })) await install({ slim })
    if (built && !isBuilt()) await build({ limit })
  })
}
