'use client'
import { Minus, Plus, Scan } from 'lucide-react'
import type { Map as MapLibre } from 'maplibre-gl'
import { IconButton } from '#components/ui/button/icon-button.tsx'

/** The map's own buttons, for whoever has no wheel. */
export function MapZoom({ map, onWhole }: { map: MapLibre; onWhole: () => void }) {
  return (
    <div data-map-control="" className="absolute top-3 left-3 flex flex-col gap-1.5">
      <IconButton icon={Plus} label="Zoom in" onPress={() => map.zoomIn()} />
      <IconButton icon={Minus} label="Zoom out" onPress={() => map.zoomOut()} />
      <IconButton icon={Scan} label="Show whole search area" onPress={onWhole} />
    </div>
  )
}
