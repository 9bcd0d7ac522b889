/** The scripts that only the demo loads, found by what is written in them: Next gives them names that say nothing. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** One of each: what starts it and its worker, the sample data, its people, MSW, and the parts of the shell. */
const MARKS = [
  /vialdesk-demo/,
  /Calder Reference Lab/,
  /02139 617 Cambridge/,
  /demo-administrator/,
  /onUnhandledFrame/,
  /"Demo[A-Z]\w*",0,/,
]

/** Longest text of a script that does no more than load others. */
const LOADER_MAX = 1000
const CHUNK = /static\/chunks\/([\w.~-]+\.js)/g

interface File {
  name: string
  text: string
}

/** Names of files below `/_next/static/chunks/`. What a page loads at once is none of them: every environment has it. */
export async function demoFiles(folder = '.next'): Promise<ReadonlySet<string>> {
  const [files, manifests] = await Promise.all([
    filesBelow(join(folder, 'static', 'chunks'), '.js'),
    filesBelow(join(folder, 'server', 'app'), '_client-reference-manifest.js'),
  ])
  const shared = new Set(manifests.flatMap(({ text }) => [...text.matchAll(CHUNK)].map(([, name]) => name)))
  const own = files.filter(({ name }) => !shared.has(name))
  const found = own.filter(({ text }) => MARKS.some((mark) => mark.test(text))).map(({ name }) => name)
  const isLoader = ({ text }: File) => text.length < LOADER_MAX && found.some((name) => text.includes(name))
  return new Set([...found, ...own.filter(isLoader).map(({ name }) => name)])
}

async function filesBelow(folder: string, ending: string): Promise<File[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(ending))
  return Promise.all(
    paths.map(async (path) => ({ name: basename(path), text: await readFile(join(folder, path), 'utf8') })),
  )
}
