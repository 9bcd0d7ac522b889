/** Full page loads, which clear all data in memory. */

/** Navigates with a full page load, which clears all data in memory. */
export function leaveFor(address: string) {
  window.location.assign(address)
}

/** Hides the page, both while the next one loads and when the browser restores it from its back/forward cache. */
export function blankPage() {
  document.body.hidden = true
}

/** Reloads the page, which clears all data in memory. */
export function loadAgain() {
  window.location.reload()
}
