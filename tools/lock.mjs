/** One process at a time installs and builds a checkout; a lock whose holder has died is taken over. */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT, tell } from './steps.mjs'

// Outside the checkout, because npm and Next each empty the folder they write to.
const name = createHash('sha256').update(ROOT).digest('hex').slice(0, 16)
const LOCK = join(tmpdir(), `prepare-${name}-${userInfo().username}.lock`)

function tryTake() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

function holder() {
  try {
    return Number(readFileSync(LOCK, 'utf8')) || null
  } catch {
    return null
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Renaming is atomic: of several that find the same dead holder, one moves its lock away. */
function removeDead(pid) {
  const aside = `${LOCK}.${process.pid}`
  try {
    if (holder() === pid) renameSync(LOCK, aside)
    rmSync(aside, { force: true })
  } catch {
    // Another was faster.
  }
}

export async function withLock(work) {
  let told = false
  while (!tryTake()) {
    const pid = holder()
    if (pid !== null && !lives(pid)) {
      removeDead(pid)
      continue
    }
    if (!told) tell(`Waiting for process ${pid ?? ''}, which installs or builds this checkout.`)
    told = true
    await pause(200)
  }
  const release = () => rmSync(LOCK, { force: true })
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}
