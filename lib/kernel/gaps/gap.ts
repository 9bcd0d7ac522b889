export interface Gap {
  /** Short name, used in comments across the project. */
  name: string
  /** Where the spec leaves it open. */
  section: string
  decision: string
}
