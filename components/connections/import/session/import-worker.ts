/** The worker of one import: holds the file and its tokens, reads, checks, sends. The page gets what it may show. */
import { expose } from 'comlink'
import { fetchFrom } from '#lib/demo/remote-fetch.ts'
import { syncClock } from '#lib/utils/time/clock.ts'
import { createImportEngine } from './import-engine.ts'
import type { WorkerStart } from './start-worker.ts'

self.addEventListener(
  'message',
  ({ data: { context, demo, now } }: MessageEvent<WorkerStart>) => {
    syncClock(now)
    if (demo) self.fetch = fetchFrom(demo)
    expose(createImportEngine(context))
  },
  { once: true },
)
