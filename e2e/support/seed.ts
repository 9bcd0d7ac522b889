/** Made-up people and orders in a data directory that no server has opened yet, as `npm run seed` makes them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filledDirectory, machineEnvironment } from './environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export async function seed(dataDir: string, { users, orders }: { users: number; orders: number }): Promise<void> {
  const size = ['--users', String(users), '--orders', String(orders)]
  const child = spawn(process.execPath, ['tools/seed.ts', ...size], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...machineEnvironment, NODE_ENV: 'production', DATA_DIR: dataDir },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Nothing was made up: the seed ended with ${code}.`)
}

/** The copy for a new data directory; nothing outside of a test run, so that a start there is a real first one. */
export function copyFilled(dataDir: string): void {
  const directory = filledDirectory()
  if (directory) cpSync(join(directory, 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
}
