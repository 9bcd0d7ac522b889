/** Real combinations of city, state, ZIP, zone and telephone area, every state among them. */

export interface Place {
  city: string
  state: string
  zip: string
  zone: Zone
  area: string
}

/** The zones used and their standard time, in hours behind UTC: enough to put a draw into the morning. */
export const HOURS_BEHIND_UTC = {
  'America/New_York': 5,
  'America/Detroit': 5,
  'America/Indiana/Indianapolis': 5,
  'America/Kentucky/Louisville': 5,
  'America/Chicago': 6,
  'America/Denver': 7,
  'America/Boise': 7,
  'America/Phoenix': 7,
  'America/Los_Angeles': 8,
  'America/Anchorage': 9,
  'Pacific/Honolulu': 10,
} as const
type Zone = keyof typeof HOURS_BEHIND_UTC

/** State, ZIP, area code, city. */
const ROWS: readonly { zone: Zone; rows: readonly string[] }[] = [
  {
    zone: 'America/New_York',
    rows: [
      'CT 06103 860 Hartford',
      'DC 20001 202 Washington',
      'DE 19801 302 Wilmington',
      'FL 33130 305 Miami',
      'FL 32801 407 Orlando',
      'FL 33602 813 Tampa',
      'GA 30303 404 Atlanta',
      'GA 31401 912 Savannah',
      'MA 02108 617 Boston',
      'MA 01103 413 Springfield',
      'MD 21201 410 Baltimore',
      'ME 04101 207 Portland',
      'NC 28202 704 Charlotte',
      'NC 27601 919 Raleigh',
      'NH 03101 603 Manchester',
      'NJ 07102 973 Newark',
      'NJ 08608 609 Trenton',
      'NY 10001 212 New York',
      'NY 11201 718 Brooklyn',
      'NY 14202 716 Buffalo',
      'OH 43215 614 Columbus',
      'OH 44114 216 Cleveland',
      'PA 19103 215 Philadelphia',
      'PA 15222 412 Pittsburgh',
      'RI 02903 401 Providence',
      'SC 29401 843 Charleston',
      'VA 23219 804 Richmond',
      'VT 05401 802 Burlington',
      'WV 25301 304 Charleston',
    ],
  },
  { zone: 'America/Detroit', rows: ['MI 48226 313 Detroit', 'MI 49503 616 Grand Rapids'] },
  { zone: 'America/Indiana/Indianapolis', rows: ['IN 46204 317 Indianapolis'] },
  { zone: 'America/Kentucky/Louisville', rows: ['KY 40202 502 Louisville'] },
  {
    zone: 'America/Chicago',
    rows: [
      'AL 35203 205 Birmingham',
      'AR 72201 501 Little Rock',
      'IA 50309 515 Des Moines',
      'IL 60601 312 Chicago',
      'IL 62701 217 Springfield',
      'KS 67202 316 Wichita',
      'LA 70112 504 New Orleans',
      'MN 55401 612 Minneapolis',
      'MO 64106 816 Kansas City',
      'MO 63101 314 Saint Louis',
      'MS 39201 601 Jackson',
      'ND 58102 701 Fargo',
      'NE 68102 402 Omaha',
      'OK 73102 405 Oklahoma City',
      'SD 57104 605 Sioux Falls',
      'TN 37203 615 Nashville',
      'TN 38103 901 Memphis',
      'TX 77002 713 Houston',
      'TX 75201 214 Dallas',
      'TX 78701 512 Austin',
      'TX 78205 210 San Antonio',
      'WI 53202 414 Milwaukee',
    ],
  },
  {
    zone: 'America/Denver',
    rows: [
      'CO 80205 303 Denver',
      'CO 80903 719 Colorado Springs',
      'MT 59101 406 Billings',
      'NM 87102 505 Albuquerque',
      'TX 79901 915 El Paso',
      'UT 84101 801 Salt Lake City',
      'WY 82001 307 Cheyenne',
    ],
  },
  { zone: 'America/Boise', rows: ['ID 83702 208 Boise'] },
  { zone: 'America/Phoenix', rows: ['AZ 85004 602 Phoenix', 'AZ 85701 520 Tucson'] },
  {
    zone: 'America/Los_Angeles',
    rows: [
      'CA 94103 415 San Francisco',
      'CA 90012 213 Los Angeles',
      'CA 92101 619 San Diego',
      'CA 95814 916 Sacramento',
      'NV 89101 702 Las Vegas',
      'NV 89501 775 Reno',
      'OR 97205 503 Portland',
      'WA 98101 206 Seattle',
      'WA 99201 509 Spokane',
    ],
  },
  { zone: 'America/Anchorage', rows: ['AK 99501 907 Anchorage'] },
  { zone: 'Pacific/Honolulu', rows: ['HI 96813 808 Honolulu'] },
]

function readPlace(row: string, zone: Zone): Place {
  const [state = '', zip = '', area = '', ...city] = row.split(' ')
  return { city: city.join(' '), state, zip, zone, area }
}

export const PLACES: readonly Place[] = ROWS.flatMap(({ zone, rows }) => rows.map((row) => readPlace(row, zone)))
