/** Counts and the words beside them. */

/** `1,236` */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `1,236`, or `1,236+` where there are at least so many. */
export function countLabel(count: number, isLeast: boolean): string {
  return `${formatCount(count)}${isLeast ? '+' : ''}`
}

/** `1 order`, `1,236 orders`, `1,236+ orders` */
export function countOf(count: number, one: string, many = `${one}s`, isLeast = false): string {
  return `${countLabel(count, isLeast)} ${count === 1 && !isLeast ? one : many}`
}

/** Returns a code of the service in words: `dont_know` becomes "Dont know". */
export function sentenceCase(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a label as it reads inside a sentence: "Order ID" becomes "order ID"; abbreviations stay as they are. */
export function midSentence(label: string): string {
  return label.replace(/\p{L}+/gu, (word) => (/^\p{Lu}{2,}s?$/u.test(word) ? word : word.toLowerCase()))
}
