/** The look of what text is typed into, apart from the fields, so that a plain box needs none of their code. */

/** The box that text is typed into; a wrong value makes its edge red, beside the words. */
export const boxStyle =
  'w-full min-w-0 rounded-control border border-control bg-surface text-ink placeholder:text-ink-3 data-invalid:border-critical data-invalid:shadow-[0_0_0_1px_var(--critical)] disabled:bg-sunken disabled:text-ink-3'
