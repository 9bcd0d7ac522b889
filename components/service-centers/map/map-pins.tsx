'use client'
import { useEffect, useRef } from 'react'
import type { CenterMapProps } from './map-types.ts'
import { fanOut, groupLabel, type Pin, type PinGroup } from './pins.ts'

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

/** Returns the handlers shared by all pins. */
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

export function PinButton(props: PressProps) {
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
export function StackButton({ group, at, stop, parts, nameOf, selected, hovered, onPress }: StackProps) {
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
export function Fan({ group, ...shared }: Shared & { group: PinGroup }) {
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
