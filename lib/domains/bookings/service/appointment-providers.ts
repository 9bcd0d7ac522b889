/** The appointment providers (spec, "Appointment": four slugs); all are invented. */

export interface AppointmentProvider {
  slug: string
  name: string
}

export const APPOINTMENT_PROVIDERS = [
  { slug: 'wrenlow_mobile', name: 'Wrenlow Mobile' },
  { slug: 'pinewick_visits', name: 'Pinewick Visits' },
  { slug: 'sallowbrook_draws', name: 'Sallowbrook Draws' },
  { slug: 'hartle_centers', name: 'Hartle Draw Centers' },
] as const satisfies readonly AppointmentProvider[]
