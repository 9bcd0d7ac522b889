/** Loads the map's own files, each once: they stay for as long as the page lives. */
import type { Atlas } from './atlas.ts'
import type { CellDetails, Surroundings } from './base-files.ts'
import { type Cell, cellName } from './cells-in-view.ts'

const ATLAS = new URL('us-atlas/states-10m.json', import.meta.url)
const FOLDER = '/static/map'

interface Ground {
  atlas: Atlas
  surroundings: Surroundings
}

let ground: Promise<Ground> | null = null
const cells = new Map<Cell, Promise<CellDetails>>()

/** @throws Error when a file does not come; the next call tries again */
export function loadGround(): Promise<Ground> {
  ground ??= Promise.all([fetchAtlas(), fetchSurroundings()]).then(([atlas, surroundings]) => ({ atlas, surroundings }))
  return ground.catch((error) => {
    ground = null
    throw error
  })
}

/** @throws Error when the file does not come; the next call tries again */
export function loadCell(cell: Cell): Promise<CellDetails> {
  const loading = cells.get(cell) ?? fetchCell(cell)
  cells.set(cell, loading)
  return loading.catch((error) => {
    cells.delete(cell)
    throw error
  })
}

async function fetchAtlas(): Promise<Atlas> {
  return (await fetchFile(ATLAS)).json()
}

async function fetchSurroundings(): Promise<Surroundings> {
  return (await fetchFile(`${FOLDER}/surroundings.json`)).json()
}

async function fetchCell(cell: Cell): Promise<CellDetails> {
  return (await fetchFile(`${FOLDER}/${cellName(cell)}.json`)).json()
}

async function fetchFile(url: URL | string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The map data failed to load (status ${response.status}).`)
  return response
}
