/** Which random id of one side stands for which of the other. An id that both sides know stands for itself alone. */
export class IdPairs {
  readonly #rightOf: Map<string, string>
  readonly #leftOf: Map<string, string>

  constructor(from?: IdPairs) {
    this.#rightOf = new Map(from ? from.#rightOf : [])
    this.#leftOf = new Map(from ? from.#leftOf : [])
  }

  /** False where either has been seen in another pair. */
  match(left: string, right: string): boolean {
    const isKnown = this.#rightOf.has(left) || this.#leftOf.has(right)
    if (isKnown) return this.#rightOf.get(left) === right && this.#leftOf.get(right) === left
    this.#rightOf.set(left, right)
    this.#leftOf.set(right, left)
    return true
  }
}
