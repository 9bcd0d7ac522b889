'use client'
import type { Map as MapLibre } from 'maplibre-gl'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { pointFrom } from '#lib/utils/data/distance.ts'
import { projectionOf } from './geometry/mercator.ts'
import { Fan, PinButton, StackButton } from './map-pins.tsx'
import type { CenterMapProps } from './map-types.ts'
import { atOf, useFollowMap, useHost } from './overlay-place.ts'
import { mapPinBox } from './pin-boxes.ts'
import { boundsOf, groupPins, type PinGroup } from './pins.ts'

/** Pixels around pins that are looked at closer. */
const CLOSE_PADDING = 80

const has = ({ pins }: PinGroup, number: number | null) => pins.some((pin) => pin.number === number)

interface MapOverlayProps extends CenterMapProps {
  map: MapLibre
  groups: readonly PinGroup[]
}

/** Draws page elements over the map, so that they can be read, focused and pressed. */
export function MapOverlay(props: MapOverlayProps) {
  const { map, groups, origin, miles, reach, pins, selected, onSelect } = props
  const host = useHost(map)
  const layer = useRef<HTMLDivElement>(null)
  useFollowMap(map, layer)
  const [opened, setOpened] = useState<number | null>(null)
  const open = groups.find((group) => group.pins.length > 1 && has(group, opened))

  useEffect(() => {
    const close = () => setOpened(null)
    map.on('click', close)
    return () => void map.off('click', close)
  }, [map])

  const follow = useEffectEvent((number: number) => {
    const pin = pins.find((each) => each.number === number)
    if (pin && !map.getBounds().contains(pin.point)) map.easeTo({ center: pin.point })
    // Keyboard focus stays on the pins, or in the list.
    const group = groups.find((each) => has(each, number))
    if (layer.current?.contains(document.activeElement)) buttonOf(layer.current, group)?.focus()
  })
  useEffect(() => {
    if (selected !== null) follow(selected)
  }, [selected])

  const closest = map.getMaxZoom()
  const parts = useMemo(() => {
    const { width, height } = map.getContainer().getBoundingClientRect()
    const project = projectionOf({ width, height, center: map.getCenter(), zoom: closest })
    return new Set(groups.filter((group) => groupPins(group.pins, project, mapPinBox).length > 1))
  }, [map, groups, closest])
  const press = (group: PinGroup) => {
    const bounds = boundsOf(group.pins.map(({ point }) => point))
    if (bounds && map.getZoom() < closest - 0.5 && parts.has(group))
      map.fitBounds(bounds, { padding: CLOSE_PADDING, maxZoom: closest })
    else setOpened(group.pins[0].number)
  }
  const keys = (event: KeyboardEvent) => {
    // The page's own keys for the next and previous center work here too.
    if (!/^[jk]$/i.test(event.key)) event.stopPropagation()
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
      aria-label="Service centers on the map. Use arrow keys to move between them, J and K to select the next and previous one."
      onKeyDown={keys}
      className="center-pins"
    >
      {origin && <span data-at={atOf(origin)} className="center-origin" />}
      {origin && (
        <span data-at={atOf(pointFrom(origin, 0, miles))} className="center-ring-label">
          <span className="sr-only">Searched within </span>
          {miles} mi
        </span>
      )}
      {origin && reach !== null && (
        <span data-at={atOf(pointFrom(origin, 180, reach))} className="center-ring-label" data-below="">
          {reachLabel(pins.length, reach)}
        </span>
      )}
      {groups.map((group) => {
        const [first] = group.pins
        const common = { ...props, at: atOf(first.point), stop: group === current }
        if (group === open) return <Fan key={first.number} {...common} group={group} />
        if (group.pins.length === 1) return <PinButton key={first.number} {...common} pin={first} />
        return (
          <StackButton
            key={first.number}
            {...common}
            group={group}
            parts={parts.has(group)}
            onPress={() => press(group)}
          />
        )
      })}
    </div>,
    host,
  )
}

/** "All 30 within 3.3 mi". */
export function reachLabel(count: number, miles: number): string {
  return `All ${count} within ${milesOf(miles)}`
}

/** To a tenth of a mile, as the list has it. */
export function milesOf(miles: number): string {
  return `${Number(miles.toFixed(1))} mi`
}

function buttonOf(layer: HTMLElement, group: PinGroup | undefined): HTMLElement | null {
  const first = group?.pins[0]
  return first ? layer.querySelector<HTMLElement>(`button[data-at="${atOf(first.point)}"]`) : null
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
