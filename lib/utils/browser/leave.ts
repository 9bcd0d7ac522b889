/** Leaves this page for another by a full load: nothing that is in memory comes along. */

/** Navigates with a full page load, which clears all data in memory. */
export function leaveFor(address: string) {
  window.location.assign(address)
}

/** Nothing of this page is seen from here on, neither while the next one loads nor out of the browser's memory. */
export function blankPage() {
  document.body.hidden = true
}

/** Reloads the page, which clears all data in memory. */
export function loadAgain() {
  window.location.reload()
}
