/** Returns a label as it reads inside a sentence: "Order ID" becomes "order ID"; abbreviations stay as they are. */
export function midSentence(label: string): string {
  return label.replace(/\p{L}+/gu, (word) => (/^\p{Lu}{2,}s?$/u.test(word) ? word : word.toLowerCase()))
}
