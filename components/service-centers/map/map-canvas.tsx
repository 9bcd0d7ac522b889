'use client'
import { Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ringAround } from '#lib/utils/data/distance.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import './center-map.css'
import { type Base, drawBase, drawSearch, paint } from './map-layers.ts'
import { MapOverlay } from './map-overlay.tsx'
import { emptyStyle, onTheme, readColors } from './map-style.ts'
import type { CenterMapProps } from './map-types.ts'
import { MapZoom } from './map-zoom.tsx'
import { boundsOf, viewOf } from './pins.ts'

// Its own file as it comes: a policy that allows no other origin and no blob allows this.
setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href)

/** The mainland, for a search that has no place. */
const MAINLAND: [[number, number], [number, number]] = [
  [-125, 24],
  [-66, 50],
]
/** Room for pins at the edge of the ring, in pixels. */
const PADDING = 48
const CLOSEST = { lines: 12, streets: 17 }

/** The map itself. It needs WebGL, and says so by `onFailed` where that fails after all. */
export function MapCanvas(props: CenterMapProps) {
  const { origin, miles, inner_miles, pins, towns, style_url, onFailed } = props
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre | null>(null)
  const fail = useEffectEvent(onFailed)
  const bounds = boundsOf(viewOf({ origin, miles, inner_miles, pins })) ?? MAINLAND
  const whole = boundsOf(origin ? ringAround(origin, miles) : []) ?? bounds
  const start = useEffectEvent(() => bounds)

  useEffect(() => {
    if (!place.current) return
    const stopped = new AbortController()
    const base: Base = { style_url, signal: stopped.signal, onFailed: (what) => fail(what) }
    let made: MapLibre | null = null
    try {
      made = new MapLibre({
        container: place.current,
        style: style_url ?? emptyStyle(readColors()),
        bounds: start(),
        fitBoundsOptions: { padding: PADDING },
        minZoom: 2.5,
        maxZoom: style_url ? CLOSEST.streets : CLOSEST.lines,
        maxPitch: 0,
        dragRotate: false,
        pitchWithRotate: false,
        fadeDuration: 0,
        attributionControl: style_url ? { compact: true } : false,
        locale: { 'Map.Title': 'Map of service centers. Use arrow keys to move, plus and minus to zoom.' },
      })
    } catch {
      fail('no-webgl')
      return
    }
    const own = made
    own.touchZoomRotate.disableRotation()
    own.keyboard.disableRotation()
    own.addControl(new ScaleControl({ unit: 'imperial', maxWidth: 120 }), 'bottom-left')
    const stopWatching = onTheme(() => paint(own))
    drawBase(own, base, () => setMap(own))
    return () => {
      stopped.abort()
      stopWatching()
      setMap(null)
      own.remove()
    }
  }, [style_url])

  const [west, south, east, north] = bounds.flat()
  useEffect(() => {
    if (map && west !== undefined && south !== undefined && east !== undefined && north !== undefined)
      map.fitBounds([west, south, east, north], { padding: PADDING })
  }, [map, west, south, east, north])
  useEffect(() => {
    if (map) drawSearch(map, { origin, miles, inner_miles, towns })
  }, [map, origin, miles, inner_miles, towns])

  return (
    <>
      <div ref={place} className="center-map absolute! inset-0" />
      {map && <MapOverlay {...props} map={map} />}
      {map && <MapZoom map={map} onWhole={() => map.fitBounds(whole, { padding: PADDING })} />}
    </>
  )
}
