/**
 * Keeps React working on a page that a browser translates: that wraps each text in elements of its own (`<font>`), and
 * React then removes a text from, or puts something before it in, an element that isn't its parent any more.
 */

/** Returns what stands for `node` in `parent`: itself, or the wrapper that it was put into; null where neither is there. */
function inPlace(parent: Node, node: Node): Node | null {
  let place: Node | null = node
  while (place !== null && place.parentNode !== parent) place = place.parentNode
  return place
}

/** Lets nodes be removed and placed whether or not they were wrapped. Once is enough. */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) {
      removeChild.call(this, child)
      return child
    }
    const place = inPlace(this, child)
    // A wrapper that holds other texts too stays with them.
    if (place?.textContent === child.textContent) removeChild.call(this, place)
    else if (place && child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && inPlace(this, before))
    return node
  }
}
