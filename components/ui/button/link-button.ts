/** A link that leads somewhere, drawn as a quiet button. */
export const linkButton = 'control-button control-outline'

/** The same as the one filled button of its region. */
export const primaryLink = 'control-button control-primary'
