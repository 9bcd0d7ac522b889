/** A Next app that does nothing but proxy, written to a scratch directory and built there. */
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onExit } from './cleanup.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The least a route handler can do: one fetch, the body streamed through. */
const route = (upstream: number) => `export const dynamic = 'force-dynamic'

export async function GET(request, { params }) {
  const { path } = await params
  const { search } = new URL(request.url)
  const answer = await fetch('http://127.0.0.1:${upstream}/' + path.join('/') + search, {
    headers: { accept: 'application/json', 'x-service-api-key': 'bench-key-with-at-least-32-characters' },
    cache: 'no-store',
  })
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
  })
}
`

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`

/** Its one route is \`/bare/<path of the service>\`. */
export async function buildNextApp(directory: string, upstream: number): Promise<void> {
  const app = join(directory, 'app')
  mkdirSync(join(app, 'bare', '[...path]'), { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(join(directory, 'next.config.mjs'), "export default { turbopack: { root: '/' } }\n")
  writeFileSync(join(app, 'layout.jsx'), LAYOUT)
  writeFileSync(join(app, 'page.jsx'), 'export default function Page() {\n  return null\n}\n')
  writeFileSync(join(app, 'bare', '[...path]', 'route.js'), route(upstream))
  symlinkSync(MODULES, join(directory, 'node_modules'), 'junction')
  await run(join(MODULES, 'next', 'dist', 'bin', 'next'), directory)
}

async function run(next: string, directory: string): Promise<void> {
  const child = spawn(process.execPath, [next, 'build'], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = onExit(() => child.kill('SIGKILL'))
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  kill()
  if (code !== 0) throw new Error(`The Next app of the bench could not be built:\n${output.join('')}`)
}
