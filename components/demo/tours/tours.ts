/** The guided tours, in the order in which they are offered. */
import { bookDraw } from './book-draw.ts'
import { morning } from './morning.ts'
import { stoppedData } from './stopped-data.ts'
import type { Tour, TourId } from './tour.ts'

export const TOURS: Readonly<Record<TourId, Tour>> = { data: stoppedData, draw: bookDraw, morning }
