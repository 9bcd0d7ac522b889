/** The look of what text is typed into, apart from the fields, so that a plain box needs none of their code. */

/** The box that text is typed into; a wrong value makes its edge red, beside the words. */
export const boxStyle = 'text-box'
