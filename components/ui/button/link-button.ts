/** A link that leads somewhere, drawn as a quiet button. */
export const linkButton =
  'inline-flex h-[30px] items-center justify-center gap-1.5 rounded-control border border-line-2 bg-surface px-[11px] text-sm font-control whitespace-nowrap text-ink shadow-1 transition-colors duration-100 hover:bg-hover max-rail:h-10 max-rail:px-4 max-rail:text-base'

/** The same as the one filled button of its region. */
export const primaryLink = `${linkButton} border-accent! bg-accent! text-on-accent! hover:border-accent-hover! hover:bg-accent-hover!`
