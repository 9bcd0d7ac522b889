/** A server in a process of its own, so that its processor time is its own: both ends of the conversation. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { onExit } from './cleanup.ts'

export interface Child {
  port: number
  /** Milliseconds of processor time so far. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

const message = z.object({ port: z.number().optional(), cpu: z.number().optional() })

/** Starts a file of `servers`, which must call `serve`. */
export async function startChild(name: string, options: Readonly<Record<string, string>> = {}): Promise<Child> {
  const file = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url))
  const child = fork(file, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const kill = onExit(() => child.kill('SIGKILL'))
  const next = () =>
    new Promise<z.output<typeof message>>((resolve, reject) => {
      const gone = () => reject(new Error(`The server "${name}" of the bench ended.`))
      child.once('exit', gone)
      child.once('message', (sent) => {
        child.off('exit', gone)
        resolve(message.parse(sent))
      })
    })
  const { port = 0 } = await next()
  return {
    port,
    async cpu() {
      const answer = next()
      child.send('cpu')
      return (await answer).cpu ?? 0
    },
    async stop() {
      if (child.exitCode === null && child.connected) {
        const exit = new Promise((resolve) => child.once('exit', resolve))
        child.disconnect()
        await exit
      }
      kill()
    },
  }
}

/** The options that `startChild` was given. */
export function childOptions<T extends z.ZodType>(schema: T): z.output<T> {
  return schema.parse(JSON.parse(process.argv[2] ?? '{}'))
}

/** Tells the bench the port, answers its questions, and ends with it. */
export function serve(port: number, close: () => Promise<void> = async () => undefined): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1000 })
  })
  process.once('disconnect', () => void close().finally(() => process.exit()))
  process.send?.({ port })
}
