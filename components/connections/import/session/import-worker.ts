/** The worker of one import: holds the file and its tokens, reads, checks, sends. The page gets what it may show. */
import { expose, proxy } from 'comlink'
import { fetchFrom } from '#lib/demo/remote-fetch.ts'
import { createImportEngine } from './import-engine.ts'
import type { ImportWorker } from './wire.ts'

const worker: ImportWorker = {
  open(context, demo) {
    if (demo) self.fetch = fetchFrom(demo)
    const engine = createImportEngine(context)
    return proxy({
      ...engine,
      ask: (rows, onProgress) => engine.ask(rows, { onProgress }),
      lookUp(input, onProgress, aborted) {
        const abort = new AbortController()
        aborted.onmessage = () => abort.abort()
        return engine.lookUp(input, { onProgress, signal: abort.signal }).finally(() => aborted.close())
      },
    })
  },
}

expose(worker)
