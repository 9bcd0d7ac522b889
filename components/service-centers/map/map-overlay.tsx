'use client'
import type { Map as MapLibre } from 'maplibre-gl'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Point, pointFrom } from '#lib/utils/data/distance.ts'
import { Fan, PinButton, StackButton } from './map-pins.tsx'
import type { CenterMapProps } from './map-types.ts'
import { boundsOf, canPart, groupPins, type PinGroup } from './pins.ts'

/** Pixels: nearer to each other than that, pins would cover each other. */
const REACH = 40
/** Pixels around pins that are looked at closer. */
const CLOSE_PADDING = 80

const has = ({ pins }: PinGroup, number: number | null) => pins.some((pin) => pin.number === number)
const atOf = ({ lng, lat }: Point) => `${lng} ${lat}`

/** Within the map's own element, so that pins can be dragged like the map; of its keys and clicks the map hears nothing. */
function useHost(map: MapLibre) {
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

/** What lies over the map as elements of the page, so that it can be read, focused and pressed. */
export function MapOverlay(props: CenterMapProps & { map: MapLibre }) {
  const { map, origin, miles, inner_miles, pins, selected, onSelect } = props
  const host = useHost(map)
  const layer = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(() => map.getZoom())
  const [opened, setOpened] = useState<number | null>(null)
  const groups = useMemo(() => groupPins(pins, zoom, REACH), [pins, zoom])
  const stacks = groups.filter((group) => group.pins.length > 1)
  const open = stacks.find((group) => has(group, selected)) ?? stacks.find((group) => has(group, opened))

  useEffect(() => {
    const place = () => placeAll(map, layer.current)
    const settle = () => setZoom(map.getZoom())
    const close = () => setOpened(null)
    map.on('move', place)
    map.on('zoomend', settle)
    map.on('click', close)
    return () => {
      map.off('move', place)
      map.off('zoomend', settle)
      map.off('click', close)
    }
  }, [map])
  // After every drawing: what is new has no place yet.
  useLayoutEffect(() => placeAll(map, layer.current))

  const follow = useEffectEvent((number: number) => {
    const pin = pins.find((each) => each.number === number)
    if (pin && !map.getBounds().contains(pin.point)) map.easeTo({ center: pin.point })
  })
  useEffect(() => {
    if (selected !== null) follow(selected)
  }, [selected])

  const press = (group: PinGroup) => {
    const bounds = boundsOf(group.pins.map(({ point }) => point))
    const closest = map.getMaxZoom()
    if (bounds && zoom < closest - 0.5 && canPart(group, closest, REACH))
      map.fitBounds(bounds, { padding: CLOSE_PADDING, maxZoom: closest })
    else setOpened(group.pins[0].number)
  }
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      setOpened(null)
      onSelect(null)
    }
    moveFocus(event, layer.current)
  }
  // One stop for Tab: where one stands, or the first.
  const current = groups.find((group) => has(group, selected)) ?? groups[0]
  return createPortal(
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is part of a form.
    <div
      ref={layer}
      role="group"
      aria-label="Service centers on the map. Use arrow keys to move between them."
      onKeyDown={keys}
      className="center-pins"
    >
      {origin && <span data-at={atOf(origin)} className="center-origin" />}
      {origin &&
        [miles, inner_miles].map((each) =>
          each === null ? null : (
            <span key={each} data-at={atOf(pointFrom(origin, 0, each))} className="center-ring-label">
              {each} mi
            </span>
          ),
        )}
      {groups.map((group) => {
        const [first] = group.pins
        const common = { ...props, at: atOf(first.point), stop: group === current }
        if (group === open) return <Fan key={first.number} {...common} group={group} takeFocus={has(group, opened)} />
        if (group.pins.length === 1) return <PinButton key={first.number} {...common} pin={first} />
        return <StackButton key={first.number} {...common} group={group} onPress={() => press(group)} />
      })}
    </div>,
    host,
  )
}

function placeAll(map: MapLibre, layer: HTMLElement | null) {
  for (const element of layer?.querySelectorAll<HTMLElement>('[data-at]') ?? []) {
    const [lng = 0, lat = 0] = element.dataset.at?.split(' ').map(Number) ?? []
    const { x, y } = map.project([lng, lat])
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

function moveFocus(event: KeyboardEvent, layer: HTMLElement | null) {
  const buttons = [...(layer?.querySelectorAll('button') ?? [])]
  const step = STEPS[event.key]
  const here = buttons.findIndex((button) => button.matches(':focus'))
  const ends: Readonly<Record<string, number>> = { Home: 0, End: buttons.length - 1 }
  const next = step === undefined ? ends[event.key] : (here + step + buttons.length) % buttons.length
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus()
}
