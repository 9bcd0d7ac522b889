/** Keeps elements over the map where their places are: `data-at` holds longitude and latitude. */
import type { Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from '#lib/utils/data/distance.ts'

export const atOf = ({ lng, lat }: Point) => `${lng} ${lat}`

/** An element within the map's own, so that what is over the map can be dragged like it; its clicks the map does not hear. */
export function useHost(map: MapLibre): HTMLElement {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    const keep = (event: Event) => event.stopPropagation()
    host.addEventListener('click', keep)
    map.getCanvasContainer().append(host)
    return () => {
      host.removeEventListener('click', keep)
      host.remove()
    }
  }, [map, host])
  return host
}

/** Moves all of the layer as one while the map is dragged, and each element by itself when the zoom changes. */
export function useFollowMap(map: MapLibre, layer: RefObject<HTMLElement | null>): void {
  const placed = useRef({ zoom: Number.NaN, lng: 0, lat: 0, x: 0, y: 0 })
  const placeAll = () => {
    const { lng, lat } = map.getCenter()
    placed.current = { zoom: map.getZoom(), lng, lat, ...pixelOf(map, lng, lat) }
    if (layer.current) layer.current.style.transform = ''
    for (const element of layer.current?.querySelectorAll<HTMLElement>('[data-at]') ?? []) {
      const [east = 0, north = 0] = element.dataset.at?.split(' ').map(Number) ?? []
      const { x, y } = pixelOf(map, east, north)
      element.style.transform = `translate(${x}px, ${y}px)`
    }
  }
  // After every drawing: what is new has no place yet.
  useLayoutEffect(placeAll)
  useEffect(() => {
    const follow = () => {
      const { zoom, lng, lat, x, y } = placed.current
      if (zoom !== map.getZoom() || !layer.current) return placeAll()
      const now = pixelOf(map, lng, lat)
      layer.current.style.transform = `translate(${now.x - x}px, ${now.y - y}px)`
    }
    map.on('move', follow)
    map.on('resize', placeAll)
    return () => {
      map.off('move', follow)
      map.off('resize', placeAll)
    }
  })
}

function pixelOf(map: MapLibre, lng: number, lat: number) {
  const { x, y } = map.project([lng, lat])
  return { x: Math.round(x), y: Math.round(y) }
}
