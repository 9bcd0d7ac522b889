import { readFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
// static import graph from an entry to a target
const [entry, target] = process.argv.slice(2)
const seen = new Map<string, string | null>([[entry!, null]])
const queue = [entry!]
const resolve = (from: string, s: string) => s.startsWith('#') ? s.slice(1) : s.startsWith('.') ? join(dirname(from), s) : null
while (queue.length) {
  const f = queue.shift()!
  if (!existsSync(f)) continue
  const text = readFileSync(f, 'utf8')
  for (const m of text.matchAll(/^(?:import|export)(?! type)[^'";]*?from '([^']+)'|^import '([^']+)'/gms)) {
    const stmt = m[0]
    if (/^import type/.test(stmt)) continue
    const names = stmt.match(/\{([^}]*)\}/)?.[1]
    if (names && names.split(',').every((n) => !n.trim() || n.trim().startsWith('type ')) ) continue
    const r = resolve(f, (m[1] ?? m[2])!)
    if (r && !seen.has(r)) { seen.set(r, f); queue.push(r) }
  }
}
for (const t of [...seen.keys()].filter((k) => k.includes(target!))) {
  const chain = []; for (let c: string | null | undefined = t; c; c = seen.get(c)) chain.push(c)
  console.log(chain.reverse().join('\n  -> '), '\n')
}
