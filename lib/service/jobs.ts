/** Background jobs of the service, and the port of the queue that stores them. */

export const JOB_NAMES = ['import_connections', 'settle_appointment', 'deliver_webhooks', 'replay_webhooks'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** `id` is that of the import, the appointment, the endpoint or the replay. Every job may run twice: the second time changes nothing. */
export type RunJob = (name: JobName, id: string) => Promise<void>

export interface JobQueue {
  /** Runs the job at the instant or soon after it, in this process or another, also after a restart. */
  schedule(name: JobName, id: string, at: Date): Promise<void>
}
