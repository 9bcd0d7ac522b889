/** Outcomes of an event, one record each, for the inbox, the pages and the documents. Without imports. */

export const OUTCOMES = ['applied', 'superseded', 'duplicate', 'older', 'stored'] as const
export type Outcome = (typeof OUTCOMES)[number]

interface Words {
  label: string
  /** One sentence for a person. */
  sentence: string
}

export const OUTCOME_WORDS: Readonly<Record<Outcome, Words>> = {
  applied: { label: 'Current', sentence: 'This is the latest version of this data.' },
  superseded: {
    label: 'Replaced',
    sentence: 'A newer version of the same record arrived later and replaced this one.',
  },
  duplicate: { label: 'Duplicate', sentence: 'This message had already arrived, so nothing changed.' },
  older: { label: 'Older', sentence: 'A newer version of the same record was already here, so nothing changed.' },
  stored: {
    label: 'Kept as sent',
    sentence: 'This console doesn’t know the type, or can’t read any of its values, so it kept the event as it came.',
  },
}

/** Why a message isn’t taken. Nothing of it is kept but the count. */
export const REJECTIONS = ['signature', 'time', 'size', 'format', 'environment', 'limit'] as const
export type Rejection = (typeof REJECTIONS)[number]

export const REJECTION_WORDS: Readonly<Record<Rejection, Words>> = {
  signature: { label: 'Signature', sentence: 'The signature was missing or wrong.' },
  time: { label: 'Time', sentence: 'The message was signed more than 5 minutes ago, or in the future.' },
  size: { label: 'Size', sentence: 'The body was larger than 1 MiB.' },
  format: { label: 'Format', sentence: 'The body was incomplete, or not an event.' },
  environment: { label: 'Environment', sentence: 'The address named an environment that takes no events.' },
  limit: { label: 'Limit', sentence: 'The sender had too many messages rejected, or too many arrived at once.' },
}
