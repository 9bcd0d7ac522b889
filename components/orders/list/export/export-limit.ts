/** Rows of one file: some minutes of reading, and what a spreadsheet still opens at once. */
export const MAX_ROWS = 50_000
