import { Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import 'maplibre-gl/dist/maplibre-gl.css'
import './center-map.css'
import { Minus, Plus, Scan } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { drawSearch, openLayers, paint } from './map-layers.ts'
import { type Area, fitArea, isFitted, MapScene } from './map-scene.tsx'
import { emptyStyle, onTheme, readColors } from './map-style.ts'
import type { CenterMapProps } from './map-types.ts'

// Its own file as it comes: a policy that allows no other origin and no blob allows this.
setWorkerUrl(new URL('maplibre-gl/dist/maplibre-gl-worker.mjs', import.meta.url).href)

const CLOSEST = { lines: 12, streets: 17 }

/** The map itself. It needs WebGL, and says so by `onFailed` where that fails after all. */
export function MapCanvas(props: CenterMapProps) {
  const { origin, miles, reach, pins, style_url, onFailed } = props
  const place = useRef<HTMLDivElement>(null)
  const [isLost, setLost] = useState(false)
  const [drawn, setDrawn] = useState<{ map: MapLibre; streets: boolean } | null>(null)
  const fail = useEffectEvent(onFailed)
  const area = useMemo((): Area => ({ origin, miles, points: pins.map(({ point }) => point) }), [origin, miles, pins])
  const fitAtOnce = useEffectEvent((map: MapLibre) => fitArea(map, area, { animate: false }))
  const map = drawn?.map ?? null

  useEffect(() => {
    if (!place.current) return
    let made: MapLibre | null = null
    try {
      made = new MapLibre({
        container: place.current,
        style: style_url ?? emptyStyle(readColors()),
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
    own.addControl(new ScaleControl({ unit: 'imperial', maxWidth: 100 }), 'bottom-left')
    fitAtOnce(own)
    // The browser takes the graphics away from a page it has no memory for, and MapLibre draws again when it gives them back.
    own.on('webglcontextlost', () => setLost(true))
    own.on('webglcontextrestored', () => setLost(false))
    const stopWatching = onTheme(() => paint(own))
    openLayers(own, {
      style_url,
      onReady: (streets) => setDrawn({ map: own, streets }),
      onNoStreets: () => fail('no-streets'),
    })
    return () => {
      stopWatching()
      setDrawn(null)
      setLost(false)
      own.remove()
    }
  }, [style_url])

  const shown = useRef(area)
  useEffect(() => {
    if (map && shown.current !== area) fitArea(map, area, { animate: true })
    shown.current = area
  }, [map, area])
  useKeptFit(map, area)
  useEffect(() => {
    if (map) drawSearch(map, { origin, miles, reach })
  }, [map, origin, miles, reach])

  return (
    <>
      <div ref={place} inert={isLost} className="center-map absolute! inset-0" />
      {drawn && <MapScene {...props} {...drawn} />}
      {map && !isLost && <MapZoom map={map} onWhole={() => fitArea(map, area, { animate: true })} />}
      <div role="status">
        {isLost && (
          <p className="absolute inset-0 z-10 grid place-items-center bg-sunken p-4 text-center text-ink-2">
            The map isn’t available. The list shows all results.
          </p>
        )}
      </div>
    </>
  )
}

/** While nobody has moved the map, the circle fills it at every size of the window. */
function useKeptFit(map: MapLibre | null, area: Area) {
  useEffect(() => {
    if (!map) return
    let size = map.getContainer().getBoundingClientRect()
    const refit = () => {
      if (isFitted(map, size, area)) fitArea(map, area, { animate: false })
      size = map.getContainer().getBoundingClientRect()
    }
    map.on('resize', refit)
    return () => void map.off('resize', refit)
  }, [map, area])
}

/** The map's own buttons, for whoever has no wheel. */
function MapZoom({ map, onWhole }: { map: MapLibre; onWhole: () => void }) {
  return (
    <div data-map-control="" className="absolute top-3 left-3 flex flex-col gap-1.5">
      <IconButton icon={Plus} label="Zoom in" onPress={() => map.zoomIn()} />
      <IconButton icon={Minus} label="Zoom out" onPress={() => map.zoomOut()} />
      <IconButton icon={Scan} label="Show whole search area" onPress={onWhole} />
    </div>
  )
}
