/** The forms that the data of an event can have. Apart from their schemas, which pages that only listen do without. */
export const EVENT_FORMS = ['connection', 'lab', 'workout_stream', 'timeseries', 'summary', 'unknown'] as const
export type EventForm = (typeof EVENT_FORMS)[number]
