/** Service centers for the tests of this folder, all invented. */
import type { ServiceCenter } from '#lib/domains/service-centers/service-center.ts'

export function center(
  changes: Partial<ServiceCenter['metadata']> = {},
  rest: Partial<ServiceCenter> = {},
): ServiceCenter {
  return {
    metadata: {
      name: 'Calder Draw Site, Maple',
      state: 'CO',
      city: 'Denver',
      zip_code: '80205',
      first_line: '4099 Maple Ter',
      second_line: 'Suite 4',
      phone_number: '+13035550142',
      fax_number: '+13035550186',
      hours: { Monday: '7:00 AM - 3:30 PM', Tuesday: '7:00 AM - 3:30 PM' },
      ...changes,
    },
    distance: '1.50',
    capabilities: ['stat', 'pediatric_draws'],
    ...rest,
  }
}
