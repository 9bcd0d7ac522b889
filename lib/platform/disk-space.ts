/** Free space of the disk that the database is on: without the next segment of its log, the embedded one never answers again. */
import { statfs } from 'node:fs/promises'
import { MINUTE, SECOND } from '#lib/utils/time/durations.ts'

const MB = 1024 * 1024
/** Bytes below which changes are refused: four segments of 16 MB. */
const SHORT = 64 * MB
/** Bytes below which nothing is recorded, so nothing is answered either. */
const FULL = 32 * MB
/** Bytes from which on everything is taken again: a disk at the limit isn't one thing now and another a moment later. */
const ENOUGH = 96 * MB
/** Bytes below which nothing is read in the background: what people do needs the rest. */
const ROOM = 256 * MB
const EVERY = 2 * SECOND

/** `short`: no changes, and no jobs. `full`: nothing that writes. */
export type DiskState = 'enough' | 'short' | 'full'

export interface Disk {
  state(): DiskState
  /** Whether there is room for what nobody waits for. */
  hasRoom(): boolean
  stop(): void
}

/** Room that nobody watches. */
export const AMPLE: Disk = { state: () => 'enough', hasRoom: () => true, stop: () => undefined }

/** The disk of a database server, which can't be looked at: it is short from when the server says so, for a minute each time. */
export function serverDisk(onChange: Watched['onChange']): Disk & { full(): void } {
  let timer: NodeJS.Timeout | null = null
  return {
    full() {
      if (!timer) onChange('short', null)
      clearTimeout(timer ?? undefined)
      timer = setTimeout(() => {
        timer = null
        onChange('enough', null)
      }, MINUTE).unref()
    },
    state: () => (timer ? 'short' : 'enough'),
    hasRoom: () => !timer,
    stop: () => clearTimeout(timer ?? undefined),
  }
}

/** Returns what a number of free bytes means after what it meant before. */
export function diskState(free: number, before: DiskState): DiskState {
  if (free < FULL) return 'full'
  if (free < SHORT) return 'short'
  return free < ENOUGH && before !== 'enough' ? 'short' : 'enough'
}

interface Watched {
  dir: string
  /** `free`: bytes; null where they can't be known. */
  onChange: (state: DiskState, free: number | null) => void
  /** Bytes that are free for this process. */
  freeIn?: (dir: string) => Promise<number>
  every?: number
}

/** Watches a disk from now on. What can't be read counts as enough: the database itself says what fails then. */
export async function watchDisk({ dir, onChange, freeIn = freeBytes, every = EVERY }: Watched): Promise<Disk> {
  let state: DiskState = 'enough'
  let hasRoom = true
  async function measure(): Promise<void> {
    const free = await freeIn(dir).catch(() => null)
    if (free === null) return
    const now = diskState(free, state)
    if (now !== state) onChange(now, free)
    state = now
    hasRoom = free >= ROOM
  }
  await measure()
  const timer = setInterval(() => void measure(), every).unref()
  return { state: () => state, hasRoom: () => hasRoom, stop: () => clearInterval(timer) }
}

export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
