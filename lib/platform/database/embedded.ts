/** The embedded database: durable, and with what keeps it small: its settings, and one function that is never optimized. */
import { closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { z } from 'zod'

/** The defaults of a dedicated server would take 280 MB more of this process's memory, and a gigabyte more of disk. */
const SETTINGS = ['shared_buffers=16MB', 'max_wal_size=128MB']

/**
 * The parser's function in PGlite's program of so many bytes. Optimizing it, which V8 does within the first statements,
 * takes 600 MB and 12 s of processor time to save microseconds. Another PGlite has it elsewhere: a test says so, and
 * `--trace-wasm-compilation-times` of Node shows which takes most.
 */
export const PARSER = { index: 2272, program_bytes: 9_086_480 }

/** PGlite switches `fsync` off (`-F`), and of its methods this alone reaches the file system. */
const DURABLE = ['fsync=on', 'wal_sync_method=fsync']

export async function openPGlite(dataDir?: string, options: { loadDataDir?: Blob } = {}): Promise<PGlite> {
  compiled ??= compile()
  const files = dataDir === undefined ? null : new DurableFiles(dataDir)
  // A dump is there to be loaded again.
  const settings = [...SETTINGS, ...(files && !options.loadDataDir ? DURABLE : [])]
  const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]
  const client = await PGlite.create({
    ...options,
    ...(files && { fs: files }),
    extensions: { pg_trgm },
    startParams,
    pgliteWasmModule: await compiled,
  })
  if (files) acknowledgeSynced(client, files)
  return client
}

function acknowledgeSynced(client: PGlite, files: DurableFiles): void {
  const query = client.query.bind(client)
  const transaction = client.transaction.bind(client)
  const exec = client.exec.bind(client)
  const synced = () => files.synced()
  Object.assign(client, {
    query: (...given: Parameters<typeof query>) => query(...given).finally(synced),
    transaction: (...given: Parameters<typeof transaction>) => transaction(...given).finally(synced),
    exec: (...given: Parameters<typeof exec>) => exec(...given).finally(synced),
  })
}

const file = z.looseObject({ path: z.string(), nfd: z.int().optional() })
type Operation = (file: unknown, ...rest: unknown[]) => number
const operations = z.custom<{ fsync?: Operation; write: Operation }>((given) => typeof given === 'object')
const loaded = z.object({ NODEFS: z.object({ stream_ops: operations }) })
const LOG_SEGMENT = /\/pg_wal\/([\dA-F]{24})$/

/** A checkpoint takes segments away once nothing needs them. */
function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/**
 * The directory of a database, with the `fsync` that PGlite's lacks: what is acknowledged outlives a power cut. That of the
 * database's log is put off and done beside the main thread, one for all changes that wait; no other file is written before it.
 */
class DurableFiles extends NodeFS {
  /** Segments of the log by name, and how often each was to be synced. */
  readonly #late = new Map<string, number>()
  #syncing: Promise<void> | null = null

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const addSync = (module: unknown) => {
      const files = loaded.parse(module).NODEFS.stream_ops
      const { write } = files
      files.write = (stream, ...rest) => {
        if (this.#late.size > 0 && !LOG_SEGMENT.test(file.parse(stream).path)) this.#syncNow()
        return write(stream, ...rest)
      }
      files.fsync = (stream) => {
        const { path, nfd } = file.parse(stream)
        const [, segment] = LOG_SEGMENT.exec(path) ?? []
        if (segment) this.#late.set(segment, (this.#late.get(segment) ?? 0) + 1)
        else if (nfd !== undefined) this.#syncNow(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addSync] } }
  }

  /** Resolves when all that was written to the log until now is on the disk. */
  async synced(): Promise<void> {
    // One that is under way may have begun before.
    await this.#syncing
    if (this.#late.size > 0) this.#syncing ??= this.#syncLog()
    await this.#syncing
  }

  #pathOf(segment: string): string {
    return join(this.rootDir, 'pg_wal', segment)
  }

  async #syncLog(): Promise<void> {
    try {
      for (const [segment, times] of [...this.#late]) {
        const handle = await open(this.#pathOf(segment), 'r+').catch(unlessMissing)
        await handle?.datasync().finally(() => handle.close())
        if (this.#late.get(segment) === times) this.#late.delete(segment)
      }
    } finally {
      this.#syncing = null
    }
  }

  /** @param descriptor of a file that follows the log */
  #syncNow(descriptor?: number): void {
    for (const segment of this.#late.keys()) {
      if (!existsSync(this.#pathOf(segment))) continue
      const log = openSync(this.#pathOf(segment), 'r+')
      fdatasyncSync(log)
      closeSync(log)
    }
    this.#late.clear()
    if (descriptor !== undefined) fdatasyncSync(descriptor)
  }
}

export const PROGRAM = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')

let compiled: Promise<WebAssembly.Module> | undefined

/** Compiles the program once, for all databases of this process. */
async function compile(): Promise<WebAssembly.Module> {
  const program = await readFile(PROGRAM)
  // Each function under optimization holds up to 90 MB: one at a time.
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  if (program.length !== PARSER.program_bytes) return WebAssembly.compile(program)
  const module = await WebAssembly.compile(withExport(program))
  keepFromOptimizing(module)
  return module
}

/** No function of the program has this name. */
const EXPORT = '~'

/** V8 decides at a function's first call whether to count calls, so one call in a throwaway instance settles it. */
function keepFromOptimizing(module: WebAssembly.Module): void {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {}
    imports[from][name] = kind === 'memory' ? new WebAssembly.Memory({ initial: 2048, maximum: 32_768 }) : () => 0
  }
  const parse = new WebAssembly.Instance(module, imports).exports[EXPORT]
  if (typeof parse !== 'function') return
  setFlagsFromString('--wasm-tier-up-filter=0')
  try {
    parse(0)
  } catch {
    // Nothing is there to parse.
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1')
  }
}

function withExport(program: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  for (let start = 8, end: number; start < program.length; start = end) {
    const [size, body] = numberAt(program, start + 1)
    end = body + size
    if (program[start] !== EXPORTS) continue
    const [count, first] = numberAt(program, body)
    const counted = bytesOf(count + 1)
    const entry = [1, EXPORT.charCodeAt(0), 0, ...bytesOf(PARSER.index)]
    const head = [EXPORTS, ...bytesOf(counted.length + end - first + entry.length), ...counted]
    const before = program.subarray(0, start)
    return Buffer.concat([
      before,
      Buffer.from(head),
      program.subarray(first, end),
      Buffer.from(entry),
      program.subarray(end),
    ])
  }
  return program
}

/** Number of the section that lists exports. */
const EXPORTS = 7

/** Seven bits a byte, the lowest first; returns the number and where it ends. */
function numberAt(bytes: Buffer, start: number): [value: number, end: number] {
  const byte = bytes[start] ?? 0
  if (byte < 128) return [byte, start + 1]
  const [rest, end] = numberAt(bytes, start + 1)
  return [(byte % 128) + rest * 128, end]
}

function bytesOf(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...bytesOf(Math.floor(value / 128))]
}
