/** Builds pages, server and empty database when the sources are not those of the last finished build. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24, ROOT, readText, runQuietly, StepFailed, step, tell } from './steps.mjs'

const STAMP = '.next/build-stamp'
const FOLDERS = ['app', 'components', 'lib', 'public']
/** The server's programs, each one file with what they share beside it. */
export const PROGRAMS = {
  main: 'lib/main.ts',
  demo: 'lib/sandbox/demo-site.ts',
  admin: 'tools/admin.ts',
  data: 'tools/data.ts',
  'audit-verify': 'tools/audit-verify.ts',
}
const FILES = [
  ...[
    'next.config.mjs',
    'tailwind.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    'tools/command.ts',
  ],
  ...Object.values(PROGRAMS).filter((path) => path.startsWith('tools/')),
]
const BUNDLES = '.next/programs'
export const programOf = (name) => `${BUNDLES}/${name}.mjs`
/** Packages that read files beside their own, or that Next has to have once. */
const LEFT_APART = ['next', 'react', 'react-dom', '@electric-sql/pglite', 'pg-boss', 'pino', 'pg-native']
const NOT_BUILT = /\.test\.tsx?$|^components[/\\]testing[/\\]/

function* filesBelow(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (!NOT_BUILT.test(path)) yield path
  }
}

/** Contents and names of all that a build can depend on; file times say nothing after a checkout. */
function hashOfSources() {
  const hash = createHash('sha256')
  const present = (path) => existsSync(join(ROOT, path))
  const files = FOLDERS.filter(present).flatMap((folder) => [...filesBelow(folder)])
  for (const path of [...files.sort(), ...FILES.filter(present)]) {
    const content = readFileSync(join(ROOT, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function isBuilt() {
  return readText(STAMP) === hashOfSources() && readText('.next/BUILD_ID') !== null
}

/** Node compiles one file in place of 1,500: a start takes less time, and the server less memory. */
async function bundlePrograms() {
  const { build: bundle } = await import('esbuild')
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: PROGRAMS,
    outdir: BUNDLES,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    outExtension: { '.js': '.mjs' },
    external: LEFT_APART,
    // Without comments it is plain ASCII, of which the engine keeps one byte a letter.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'silent',
    // Some packages still ask for parts of Node as CommonJS does.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
    },
  })
}

async function makeBlankDatabase() {
  const { code, output } = await runQuietly(node24(), ['tools/blank.ts'])
  if (code !== 0) throw new StepFailed(`The empty database could not be made:\n${output.trimEnd()}`)
}

/** The stamp goes before the build begins and comes back, by a rename, when it has ended well. */
export async function build({ limit } = {}) {
  const sources = hashOfSources()
  rmSync(join(ROOT, STAMP), { force: true })
  await step('Building the pages (next build)', async () => {
    const next = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')
    const { code, output } = await runQuietly(node24(), [next, 'build'], { limit, env: { NODE_ENV: 'production' } })
    if (code === 0) return
    tell(`\n${output.trimEnd()}`, 50)
    throw new StepFailed('The pages could not be built: see what Next says above.')
  })
  await step('Building the server', async () => {
    await bundlePrograms()
    await makeBlankDatabase()
  })
  writeFileSync(join(ROOT, `${STAMP}.new`), sources)
  renameSync(join(ROOT, `${STAMP}.new`), join(ROOT, STAMP))
}
