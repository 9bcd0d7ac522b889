/** Made-up users in a data directory that no server has opened yet, as `npm run seed` makes them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from './environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export async function seedUsers(dataDir: string, users: number): Promise<void> {
  const child = spawn(process.execPath, ['lib/tools/seed.ts', '--users', String(users), '--orders', '0'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...machineEnvironment, NODE_ENV: 'production', DATA_DIR: dataDir },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The users were not made: the seed ended with ${code}.`)
}
