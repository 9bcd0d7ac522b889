/** The embedded database with what keeps it small: its settings, and one function that is never optimized. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** The defaults of a dedicated server would take 280 MB more of this process's memory, and a gigabyte more of disk. */
const SETTINGS = ['shared_buffers=16MB', 'max_wal_size=128MB']

/**
 * The parser's function in PGlite's program of so many bytes. Optimizing it, which V8 does within the first statements,
 * takes 600 MB and 12 s of processor time to save microseconds. Another PGlite has it elsewhere: a test says so, and
 * `--trace-wasm-compilation-times` of Node shows which takes most.
 */
export const PARSER = { index: 2272, program_bytes: 9_086_480 }

/** Opens the database in a directory, or one in memory. */
export async function openPGlite(dataDir?: string, options: { loadDataDir?: Blob } = {}): Promise<PGlite> {
  compiled ??= compile()
  const startParams = [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])]
  return PGlite.create({
    ...options,
    ...(dataDir === undefined ? {} : { dataDir }),
    extensions: { pg_trgm },
    startParams,
    pgliteWasmModule: await compiled,
  })
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

/**
 * V8 decides at a function's first call whether it counts the calls to come, and compiled code belongs to the module. So
 * one call, in an instance with a memory of its own that ends at once, settles it for every instance.
 */
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

/** Returns the program with the parser as one more export. */
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
