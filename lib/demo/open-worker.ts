/** The worker of a page's demo. A file of its own, since naming the worker's parts is longer than the gate itself. */
export function openWorker(): Worker {
  return new Worker(new URL('../sandbox/demo/worker.ts', import.meta.url), { type: 'module' })
}
