/** Rows of one file: some minutes of reading, and what a spreadsheet still opens at once. */
export const MOST_ROWS = 50_000
