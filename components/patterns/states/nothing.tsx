/** A value that was not sent: a dash in a column, whose head says of what; its own words in a card and to the ear. */
export function Nothing({ word }: { word: string }) {
  return (
    <span className="no-value">
      <span aria-hidden="true">–</span>
      <span>{word}</span>
    </span>
  )
}
