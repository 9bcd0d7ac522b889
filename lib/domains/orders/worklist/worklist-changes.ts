/** Names of worklist changes in the audit log, apart so that sentences don't load the schemas. */
export const WORKLIST_CHANGES = ['owner.me', 'owner.none', 'snooze.until', 'snooze.ended'] as const
export type WorklistChange = (typeof WORKLIST_CHANGES)[number]
