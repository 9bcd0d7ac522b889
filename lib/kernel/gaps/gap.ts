export interface Gap {
  /** Short name, used in comments across the project. */
  name: string
  /** Section of the spec. */
  section: string
  decision: string
}
