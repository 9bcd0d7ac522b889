/** Processor time and memory of whoever answers; NaN where there is no Linux to ask. */
import { existsSync, readFileSync } from 'node:fs'

/** Milliseconds so far. */
export type ProcessorClock = () => number

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Reads this process's time, which includes the embedded database's. */
export const ownProcessor: ProcessorClock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Reads the time of one process with all its threads. */
export function processProcessor(pid: number): ProcessorClock {
  return () => {
    // After the name, which may hold spaces: user and system time are the 12th and 13th field, in ticks of 10 ms.
    const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }
}

/** Reads the time of all children of a process. */
export function childrenProcessor(pid: number): ProcessorClock {
  return () => {
    const pids = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
    if (pids.length === 0) return Number.NaN
    return pids.reduce((sum, child) => sum + Number(textOf(`/proc/${child}/schedstat`).split(' ')[0]), 0) / 1e6
  }
}

/** Megabytes that a process holds in memory, and the most that it has held. */
export function residentMegabytes(pid: number): { now: number; most: number } {
  const text = textOf(`/proc/${pid}/status`)
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
