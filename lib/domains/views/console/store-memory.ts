/** Saved views as a readable model: a plain list. */
import { viewNameKey } from '#lib/domains/views/view-changes.ts'
import type { ViewPlace } from '#lib/domains/views/views.ts'
import type { StoredView, ViewStore } from './store.ts'

interface Row extends StoredView {
  place: string
  deleted_at: string | null
}

const keyOf = ({ environment, list }: ViewPlace) => `${environment} ${list}`

/** Creates the store of saved views in memory. Names are unique per owner and among shared views. */
export function memoryViews(): ViewStore {
  let rows: Row[] = []

  const remaining = (place: string) => rows.filter((row) => row.place === place && row.deleted_at === null)
  const isTaken = (wanted: Row) =>
    remaining(wanted.place).some(
      (row) =>
        row.id !== wanted.id &&
        viewNameKey(row.name) === viewNameKey(wanted.name) &&
        (row.owner_id === wanted.owner_id || (row.shared && wanted.shared)),
    )
  const hasRoom = ({ place, owner_id }: Row, most: number) =>
    remaining(place).filter((row) => row.owner_id === owner_id).length < most
  const put = (next: Row) => {
    rows = rows.map((row) => (row.id === next.id ? next : row))
    return read(next)
  }

  return {
    async viewsFor(place, person_id) {
      return remaining(keyOf(place))
        .filter(({ owner_id, shared }) => shared || owner_id === person_id)
        .map(read)
    },

    async findView(place, id) {
      const found = remaining(keyOf(place)).find((row) => row.id === id)
      return found ? read(found) : null
    },

    async addView(place, view, most) {
      const row = { ...structuredClone(view), place: keyOf(place), version: 1, deleted_at: null }
      if (!hasRoom(row, most)) return 'too_many'
      if (isTaken(row)) return 'taken'
      rows.push(row)
      return read(row)
    },

    async changeView(place, { id, version }, change, at) {
      const row = remaining(keyOf(place)).find((one) => one.id === id)
      if (!row) return 'gone'
      if (row.version !== version) return 'stale'
      const { name = row.name, shared = row.shared, filter = row.filter, look = row.look } = structuredClone(change)
      const next = { ...row, name, shared, filter, look, version: version + 1, changed_at: at }
      return isTaken(next) ? 'taken' : put(next)
    },

    async deleteView(place, { id, version }, at, forget_before) {
      rows = rows.filter(({ deleted_at }) => deleted_at === null || deleted_at >= forget_before)
      const row = remaining(keyOf(place)).find((one) => one.id === id)
      if (!row) return 'gone'
      if (row.version !== version) return 'stale'
      put({ ...row, deleted_at: at })
      return 'deleted'
    },

    async findDeletedView(place, id) {
      const found = rows.find((row) => row.place === keyOf(place) && row.id === id && row.deleted_at !== null)
      return found ? read(found) : null
    },

    async restoreView(place, id, most) {
      const row = rows.find((one) => one.place === keyOf(place) && one.id === id && one.deleted_at !== null)
      if (!row) return 'gone'
      if (!hasRoom(row, most)) return 'too_many'
      if (isTaken(row)) return 'taken'
      return put({ ...row, version: row.version + 1, deleted_at: null })
    },
  }
}

function read({ place: _, deleted_at: __, ...view }: Row): StoredView {
  return structuredClone(view)
}
