/** For tests that hold several stores against one model: what the model answers is worked out once. */

/** The same answers, as long as nothing that they come from changes; each question must survive JSON. */
export function remembered<Asked extends unknown[], Answer>(answer: (...asked: Asked) => Answer) {
  const known = new Map<string, Answer>()
  return (...asked: Asked): Answer => {
    const key = JSON.stringify(asked)
    const found = known.get(key) ?? answer(...asked)
    known.set(key, found)
    return found
  }
}
