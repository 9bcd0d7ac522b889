/** Time in the hands of a test: a clock that moves when somebody sleeps, and a queue that runs what has become due. */
import type { JobName, JobQueue, RunJob } from './handler.ts'

export function testClock(start: string) {
  let at = Date.parse(start)
  const slept: number[] = []
  return {
    now: () => new Date(at),
    async sleep(milliseconds: number) {
      slept.push(milliseconds)
      at += milliseconds
    },
    /** How long everybody slept, in the order of falling asleep. */
    slept,
    advance(milliseconds: number) {
      at += milliseconds
    },
  }
}

export function testQueue(now: () => Date) {
  let waiting: { name: JobName; id: string; at: number }[] = []
  const jobs: JobQueue = {
    async schedule(name, id, at) {
      waiting.push({ name, id, at: at.getTime() })
    },
  }
  return {
    jobs,
    waiting: () => waiting,
    /** As when the process died before it queued anything. */
    forget() {
      waiting = []
    },
    /** Runs everything that is due, also what that queues again. */
    async runDue(run: RunJob) {
      const isDue = ({ at }: { at: number }) => at <= now().getTime()
      while (waiting.some(isDue)) {
        const due = waiting.filter(isDue)
        waiting = waiting.filter((job) => !isDue(job))
        for (const { name, id } of due) await run(name, id)
      }
    },
  }
}
