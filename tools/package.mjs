/** `npm run package`: copies what a running server reads, and nothing else, to `dist`: what the Dockerfile puts into its image. */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { PROGRAMS, programOf } from './build.mjs'
import { prepare } from './prepare.mjs'
import { main, ROOT } from './steps.mjs'

const DIST = join(ROOT, 'dist')
const WHOLE = [
  ...['.next', 'public', 'lib/platform/database/migrations', 'next.config.mjs', 'LICENSE'],
  // Read as files by lib/system/api-docs.ts.
  ...['LICENSE', 'swagger-ui.css', 'swagger-ui-bundle.js'].map((path) => `node_modules/swagger-ui-dist/${path}`),
  // Next looks for the parts of its bundler whenever it reads its configuration.
  ...['webpack', '@babel/runtime/package.json'].map((path) => `node_modules/next/dist/compiled/${path}`),
]
/** Read by the next build, by a debugger, or to scale pictures, which no page has. */
const LEFT_OUT =
  /^\.next\/(build|cache|diagnostics|trace|types)(\/|$)|\.nft\.json$|\.[cm]?(js|ts|css)\.map$|^node_modules\/(@img|sharp|next\/dist\/docs)\//

/** Returns the files of packages that the programs and the pages load, as Next and its tracer know them. */
async function tracedFiles() {
  const { nodeFileTrace } = createRequire(join(ROOT, 'package.json'))('next/dist/compiled/@vercel/nft')
  const programs = Object.keys(PROGRAMS).map((name) => join(ROOT, programOf(name)))
  // The limits of sign-in load Drizzle by a name that no tracer sees.
  const roots = ['next/dist/server/next.js', 'drizzle-orm/index.js'].map((path) => join(ROOT, 'node_modules', path))
  const { fileList } = await nodeFileTrace([...programs, ...roots], { base: ROOT })
  const listed = globSync('.next/**/*.nft.json', { cwd: ROOT }).flatMap((list) => {
    const { files } = JSON.parse(readFileSync(join(ROOT, list), 'utf8'))
    return files.map((file) => relative(ROOT, resolve(ROOT, dirname(list), file)))
  })
  return [...new Set([...fileList, ...listed])].filter(
    (path) => path.startsWith('node_modules') && !LEFT_OUT.test(path) && existsSync(join(ROOT, path)),
  )
}

await main(async () => {
  await prepare({ built: true, slim: true })
  rmSync(DIST, { recursive: true, force: true })
  const filter = (source) => !LEFT_OUT.test(relative(ROOT, source))
  for (const path of WHOLE) cpSync(join(ROOT, path), join(DIST, path), { recursive: true, filter })
  // The log names pages by the folders of `app`.
  cpSync(join(ROOT, 'app'), join(DIST, 'app'), { recursive: true, filter: (path) => statSync(path).isDirectory() })
  const files = (await tracedFiles()).filter((path) => statSync(join(ROOT, path)).isFile())
  for (const path of files) {
    mkdirSync(dirname(join(DIST, path)), { recursive: true })
    cpSync(join(ROOT, path), join(DIST, path))
  }
  const { name, version, type, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(DIST, 'package.json'), JSON.stringify({ name, version, private: true, type, license }, null, 2))
  console.log(
    `${files.length} files of packages, and the build, are in dist. It runs by itself on Node 24 (docs/operations.md).`,
  )
})
