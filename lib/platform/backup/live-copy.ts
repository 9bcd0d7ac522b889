/**
 * An operator's commands to a server that has an embedded database open, over a socket in the data directory that only its
 * account can open: a report, or a copy, which may be read for as long as the command stays connected.
 */
import { constants } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PGlite } from '@electric-sql/pglite'
import { z } from 'zod'
import { BackupProblem } from './file.ts'

/** Free bytes that stay for the server itself. */
const SPARE = 128 * 1024 * 1024
/** Directory of the copy; it holds what a data directory does, without keys. */
const COPY = 'copy'

const answer = z.union([
  z.object({ copied: z.literal(true) }),
  z.object({ recorded: z.literal(true) }),
  z.object({ problem: z.string() }),
])
/** Milliseconds for one entry of the audit log. */
const ANSWERS_WITHIN = 30_000
/** Lines of a command; `done` once the backup is in its place. */
const LINES = { copy: 'copy', report: 'report', done: 'done' }
type Answer = z.infer<typeof answer>

/** A pipe of Windows can be opened by other accounts, so there the server has to be stopped first. */
const socketOf = (data_dir: string) => (process.platform === 'win32' ? null : join(data_dir, 'operator.sock'))

interface CopyOptions {
  client: PGlite
  data_dir: string
  /** Puts the beginning of a backup on record, and, by what it returns, its end; nothing is copied where it fails. */
  record: () => Promise<() => Promise<void>>
  /** Answers `npm run doctor`, as JSON. */
  report: () => Promise<unknown>
  /** Told of failures, and that no socket can be made here. */
  onError: (error: unknown) => void
}

/** Returns how to stop. What a process that died left behind is removed. */
export async function offerCopies({
  client,
  data_dir,
  record,
  report,
  onError,
}: CopyOptions): Promise<() => Promise<void>> {
  const copy = join(data_dir, COPY)
  const remove = () => rm(copy, { recursive: true, force: true })
  await remove()
  const path = socketOf(data_dir)
  if (path === null) return async () => undefined
  await rm(path, { force: true })
  let holder: Socket | null = null
  let copying: Promise<unknown> = Promise.resolve()
  let recordEnd: (() => Promise<void>) | null = null
  const open = new Set<Socket>()
  async function serve(socket: Socket): Promise<Answer> {
    if (holder) return { problem: 'Another backup is being made. Wait for it.' }
    holder = socket
    try {
      const needed = await sizeOf(join(data_dir, 'pgdata'))
      const { bavail, bsize } = await statfs(data_dir)
      if (bavail * bsize < needed + SPARE)
        return {
          problem: `The disk of ${data_dir} has no room for a copy of the database: ${megabytes(needed + SPARE)} MB are needed.`,
        }
      recordEnd = await record()
      await mkdir(copy, { recursive: true, mode: 0o700 })
      // Given up once nobody waits for it.
      const filter = () => !socket.destroyed
      const files = { recursive: true, mode: constants.COPYFILE_FICLONE, filter }
      copying = client.runExclusive(() => cp(join(data_dir, 'pgdata'), join(copy, 'pgdata'), files))
      await copying
      return { copied: true }
    } catch (error) {
      onError(error)
      return { problem: 'The server could not copy its database; its log has the reason.' }
    }
  }
  async function finish(): Promise<Answer> {
    try {
      await recordEnd?.()
      return { recorded: true }
    } catch (error) {
      onError(error)
      return { problem: 'The backup is made, but the audit log doesn’t have its end; the server’s log has the reason.' }
    }
  }
  async function answerTo(line: string, socket: Socket): Promise<unknown> {
    if (line === LINES.copy) return serve(socket)
    if (line === LINES.done && holder === socket) return finish()
    return line === LINES.report ? report() : { problem: 'The server doesn’t know this command.' }
  }
  /** Ends the hold on the copy, once nothing is written to it any more. */
  async function clear(): Promise<void> {
    await copying.catch(() => undefined)
    await remove().catch(onError)
    holder = null
    recordEnd = null
  }
  const server = createServer((socket) => {
    const send = (given: unknown) => void socket.write(`${JSON.stringify(given)}\n`)
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (sent) => void answerTo(String(sent).trim(), socket).then(send, onError))
    socket.on('close', () => {
      open.delete(socket)
      if (holder === socket) void clear()
    })
  })
  await new Promise<void>((resolve) => {
    server.on('error', (error) => {
      onError(error)
      resolve()
    })
    server.listen(path, resolve)
  })
  return async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    await clear()
  }
}

export interface LiveCopy {
  /** A data directory that holds the copy alone. */
  data_dir: string
  /** Has the server put the end of the backup on record. @throws BackupProblem */
  done(withinMs?: number): Promise<void>
  /** Has the server remove it. */
  release(): void
}

/** Returns what the server that has the directory open answers to a line; null where none runs. */
async function ask(data_dir: string, line: string) {
  const path = socketOf(data_dir)
  if (path === null) return null
  const socket = connect(path)
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!isConnected) return null
  socket.on('error', () => undefined)
  const reader = createInterface({ input: socket })
  // A socket that is destroyed ends no stream of lines.
  socket.on('close', () => reader.close())
  socket.write(`${line}\n`)
  const lines = reader[Symbol.asyncIterator]()
  /** The next line, or undefined where the server has gone. */
  const hear = async () => {
    const { value, done } = await lines.next().catch(() => ({ value: undefined, done: true }))
    return done ? undefined : z.string().parse(value)
  }
  return { socket, hear }
}

/** Returns the report of the server that has the directory open, as it came; null where none runs. @throws BackupProblem */
export async function askForReport(data_dir: string): Promise<unknown> {
  const asked = await ask(data_dir, LINES.report)
  if (asked === null) return null
  asked.socket.setTimeout(ANSWERS_WITHIN, () => void asked.socket.destroy())
  const line = await asked.hear()
  asked.socket.destroy()
  if (line === undefined) throw new BackupProblem('The server gave no report. Its log has the reason.')
  return JSON.parse(line)
}

/** Returns a copy made by the server that has the directory open; null where none answers. @throws BackupProblem */
export async function askForCopy(data_dir: string): Promise<LiveCopy | null> {
  const asked = await ask(data_dir, LINES.copy)
  if (asked === null) return null
  const { socket } = asked
  async function hear(unheard: string): Promise<void> {
    const line = await asked?.hear()
    const given = line === undefined ? { problem: unheard } : answer.parse(JSON.parse(line))
    if (!('problem' in given)) return
    socket.destroy()
    throw new BackupProblem(given.problem)
  }
  await hear('The server stopped during the backup. Try again.')
  return {
    data_dir: join(data_dir, COPY),
    done(withinMs = ANSWERS_WITHIN) {
      socket.setTimeout(withinMs, () => void socket.destroy())
      socket.write(`${LINES.done}\n`)
      return hear('The backup is made, but the server didn’t say that the audit log has its end.')
    },
    release: () => void socket.destroy(),
  }
}

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  // The database may remove a file after it was listed.
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
