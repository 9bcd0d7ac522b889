/** The markers of each lab test (spec, "Marker"): panels first, then single biomarkers. */
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { ANALYTES, type Analyte, PANELS, type Panel } from './analytes.ts'
import { LAB_TESTS, LABS, type LabTest } from './labs.ts'

/** Keys of panels and analytes, by the last three digits of the lab test's id. */
const CONTENTS: Readonly<Record<string, string>> = {
  102: 'lipid_panel hba1c glucose cholesterol hdl ldl triglycerides non_hdl',
  103: 'glucose calcium sodium potassium chloride carbon_dioxide urea_nitrogen creatinine albumin total_protein alp alt ast bilirubin_total',
  104: 'thyroid_panel tpo_antibodies thyroglobulin_antibodies',
  105: 'estradiol progesterone fsh lh prolactin tsh dhea_s testosterone shbg',
  106: 'iron_panel vitamin_d vitamin_b12 folate zinc copper magnesium',
  107: 'lipid_panel apo_b apo_a1 lipoprotein_a hs_crp homocysteine hba1c',
  108: 'blood_count sedimentation_rate',
  109: 'testosterone testosterone_free shbg estradiol lh fsh dhea_s cortisol',
  110: 'lipid_panel glucose hba1c creatinine egfr uric_acid',
  111: 'iron_panel ck magnesium vitamin_d testosterone cortisol hs_crp blood_count',
  112: 'hiv syphilis chlamydia gonorrhoea hepatitis_c',
}

/** Test 101 holds every panel and all that is not an infection. */
const EVERYTHING = [
  ...PANELS.map(({ key }) => key),
  ...ANALYTES.filter(({ unit }) => unit !== null).map(({ key }) => key),
].join(' ')

function expectedResult(analyte: Analyte, lab_id: number, provider: string) {
  const index = ANALYTES.indexOf(analyte)
  const { key: slug, name, loinc: code, unit } = analyte
  return {
    id: lab_id * 10_000 + index,
    name,
    slug,
    lab_id,
    provider_id: `${provider}-R${100 + index}`,
    loinc: { id: 1 + index, name, slug, code, unit },
  }
}

/** Under 80 dollars; what costs how much is invented, but always the same. */
function price(index: number, results: number): string {
  return (4 + ((index * 37) % 23) + results * 2.75).toFixed(2)
}

function marker(key: string, lab_id: number): Marker {
  const provider = (LABS.find(({ id }) => id === lab_id)?.slug ?? 'lab').slice(0, 3).toUpperCase()
  const panel = PANELS.find((candidate) => candidate.key === key)
  const single = ANALYTES.find((candidate) => candidate.key === key)
  const analytes = panel ? analytesOf(panel) : [single].filter((analyte) => analyte !== undefined)
  const [first] = analytes
  if (!first) throw new Error(`no analyte ${key}`)
  const index = panel ? 500 + PANELS.indexOf(panel) : ANALYTES.indexOf(first)
  return {
    id: lab_id * 1000 + index,
    name: panel?.name ?? first.name,
    slug: key,
    description: panel ? `Reports ${analytes.length} results.` : `${first.group}.`,
    lab_id,
    provider_id: `${provider}-${1000 + index}`,
    type: panel ? 'panel' : 'biomarker',
    unit: panel ? null : first.unit,
    price: price(index, analytes.length),
    expected_results: analytes.map((analyte) => expectedResult(analyte, lab_id, provider)),
  }
}

function analytesOf({ analytes }: Panel): Analyte[] {
  return ANALYTES.filter(({ key }) => analytes.includes(key))
}

function contents({ id, lab_id }: LabTest): Marker[] {
  return (CONTENTS[id.slice(-3)] ?? EVERYTHING).split(' ').map((key) => marker(key, lab_id))
}

const MARKERS: ReadonlyMap<string, readonly Marker[]> = new Map(LAB_TESTS.map((test) => [test.id, contents(test)]))

/** Null for a lab test that does not exist. */
export function markersOf(lab_test_id: string): readonly Marker[] | null {
  return MARKERS.get(lab_test_id) ?? null
}
