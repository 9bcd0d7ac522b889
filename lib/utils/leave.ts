/** Leaves this page for another by a full load: nothing that is in memory comes along. */

export function leaveFor(address: string) {
  window.location.assign(address)
}

export function loadAgain() {
  window.location.reload()
}
