/** A PostgreSQL server of a test's own, in a temporary directory, where the machine has the program. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestPostgres {
  url: string
  /** Of the process whose children serve the connections. */
  pid: number
  stop(): Promise<void>
}

/** Where Debian keeps the programs that are not on the path. */
const DEBIAN = '/usr/lib/postgresql'

/** The path of `postgres` beside an `initdb`, newest version first; null where there is none. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...configuredFolder()]
  const folder = folders.find((bin) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')))
  return folder ? join(folder, 'postgres') : null
}

function configuredFolder(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()]
  } catch {
    return []
  }
}

/** Starts a server without durability, on a free port of the loopback address. */
export async function startPostgres(): Promise<TestPostgres> {
  const postgres = findPostgres()
  if (!postgres) throw new Error('There is no postgres program on this machine.')
  const home = mkdtempSync(join(tmpdir(), 'vialdesk-pg-'))
  const account = unprivileged()
  if (account) chownSync(home, account.uid, account.gid)
  const data = join(home, 'data')
  execFileSync(
    join(dirname(postgres), 'initdb'),
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
  const server = spawn(postgres, ['-D', data, ...settings], {
    ...account,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await ready(server)
  return {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
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

function freePort(): Promise<number> {
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
