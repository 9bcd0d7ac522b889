/** Processor time of whoever answers, beside which what else the machine does counts for little. */
import { existsSync, readFileSync } from 'node:fs'

/** Milliseconds so far. */
export type ProcessorClock = () => number

/** Reads this process's time, which includes the embedded database's. */
export const ownProcessor: ProcessorClock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Reads the time of one process with all its threads on Linux; NaN elsewhere. */
export function processProcessor(pid: number): ProcessorClock {
  return () => {
    const file = `/proc/${pid}/stat`
    // After the name, which may hold spaces: user and system time are the 12th and 13th field, in ticks of 10 ms.
    const fields = existsSync(file) ? readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') : undefined
    return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : Number.NaN
  }
}

/** Megabytes that a process holds in memory, and the most that it has held; NaN where Linux doesn't say. */
export function residentMegabytes(pid: number): { now: number; most: number } {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

/** Reads the time of all children of a process on Linux; NaN elsewhere. */
export function childrenProcessor(pid: number): ProcessorClock {
  const children = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(children)) return () => Number.NaN
  return () => {
    const pids = readFileSync(children, 'utf8').split(' ').filter(Boolean)
    return pids.reduce((sum, child) => sum + nanoseconds(child), 0) / 1e6
  }
}

/** 0 for a process that has ended. */
function nanoseconds(pid: string): number {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0
}
