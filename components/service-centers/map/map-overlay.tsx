import type { Map as MapLibre } from 'maplibre-gl'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { projectionOf } from '#components/service-centers/map/geometry/mercator.ts'
import { type Point, pointFrom } from '#lib/utils/data/distance.ts'
import type { CenterMapProps } from './map-types.ts'
import { boundsOf, fanOut, groupLabel, groupPins, mapPinBox, type Pin, type PinGroup } from './pins.ts'

/** Pixels between the middles of two pins that are fanned out. */
const GAP = 32

type Shared = Pick<CenterMapProps, 'nameOf' | 'selected' | 'hovered' | 'onSelect' | 'onHover'> & {
  /** Position key for `useFollowMap`. */
  at: string
  /** Whether Tab stops at it. */
  stop: boolean
}

interface PressProps extends Shared {
  pin: Pin
}

function pressOf({ pin: { number }, nameOf, selected, hovered, onSelect, onHover }: PressProps) {
  return {
    type: 'button' as const,
    'aria-label': `${number}, ${nameOf(number)}`,
    'aria-pressed': selected === number,
    title: nameOf(number),
    'data-hovered': hovered === number || undefined,
    onClick: () => onSelect(number),
    onFocus: () => onHover(number),
    onBlur: () => onHover(null),
    onPointerEnter: () => onHover(number),
    onPointerLeave: () => onHover(null),
  }
}

function PinButton(props: PressProps) {
  return (
    <button {...pressOf(props)} data-at={props.at} tabIndex={props.stop ? 0 : -1} className="center-pin">
      <svg aria-hidden="true" viewBox="0 0 28 36">
        <path d="M14 34.5C11 30 2 23 2 13.5a12 12 0 0 1 24 0C26 23 17 30 14 34.5Z" />
      </svg>
      <span>{props.pin.number}</span>
    </button>
  )
}

type StackProps = Shared & {
  group: PinGroup
  /** Whether looking closer tells them apart. */
  parts: boolean
  onPress: () => void
}

/** Several that would cover each other: their numbers, or of many the first or the selected one and how many more. */
function StackButton({ group, at, stop, parts, nameOf, selected, hovered, onPress }: StackProps) {
  const numbers = group.pins.map(({ number }) => number)
  const isOne = (number: number | null) => number !== null && numbers.includes(number)
  const { first, more } = groupLabel(group, selected)
  const chosen = isOne(selected) && selected !== null ? `${selected}, ${nameOf(selected)}, selected. ` : ''
  return (
    <button
      type="button"
      data-at={at}
      tabIndex={stop ? 0 : -1}
      aria-expanded={false}
      aria-label={`${chosen}${numbers.length} centers close together: ${numbers.join(', ')}. ${parts ? 'Zoom in to separate them' : 'Spread them out'}`}
      data-current={isOne(selected) || undefined}
      data-hovered={isOne(hovered) || undefined}
      onClick={onPress}
      className="center-stack"
    >
      <span>{first}</span>
      {more && <span className="center-more">{more}</span>}
    </button>
  )
}

/** The same apart, each on a leg of its own. */
function Fan({ group, ...shared }: Shared & { group: PinGroup }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    place.current?.querySelector('button')?.focus()
  }, [])
  const spots = fanOut(group.pins.length, GAP)
  return (
    <span ref={place} data-at={shared.at} className="center-fan">
      <svg aria-hidden="true" className="center-legs">
        {spots.map(({ x, y }) => (
          <line key={`${x} ${y}`} x2={x} y2={y} />
        ))}
        <circle r="3" />
      </svg>
      {group.pins.map((pin, index) => (
        <button
          key={pin.number}
          {...pressOf({ ...shared, pin })}
          tabIndex={shared.stop && index === 0 ? 0 : -1}
          style={{ left: spots[index]?.x, top: spots[index]?.y }}
          className="center-dot"
        >
          {pin.number}
        </button>
      ))}
    </span>
  )
}

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

/** Keeps elements over the map where their places are: `data-at` holds longitude and latitude. */
const atOf = ({ lng, lat }: Point) => `${lng} ${lat}`

/** An element within the map's own, so that what is over the map can be dragged like it; its clicks the map does not hear. */
function useHost(map: MapLibre): HTMLElement {
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
function useFollowMap(map: MapLibre, layer: RefObject<HTMLElement | null>): void {
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
