/** The markers of each lab test (spec, "Marker"): panels first, then single biomarkers. */
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { LAB_TESTS, LABS, type LabTest } from './labs.ts'

/** Analytes of lab tests with LOINC codes and units, by clinical group, and the default panels. */

interface Analyte {
  key: string
  name: string
  loinc: string
  unit: string | null
  group: string
}

/** Key, LOINC code, unit (`-` for a text result), name. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Metabolism, electrolytes and kidney': [
    'glucose 2345-7 mg/dL Glucose',
    'hba1c 4548-4 % Hemoglobin A1c',
    'insulin 20448-7 uIU/mL Insulin',
    'c_peptide 1986-9 ng/mL C-peptide',
    'calcium 17861-6 mg/dL Calcium',
    'sodium 2951-2 mmol/L Sodium',
    'potassium 2823-3 mmol/L Potassium',
    'chloride 2075-0 mmol/L Chloride',
    'carbon_dioxide 2028-9 mmol/L Carbon dioxide',
    'urea_nitrogen 3094-0 mg/dL Urea nitrogen',
    'creatinine 2160-0 mg/dL Creatinine',
    'egfr 98979-8 mL/min/1.73m2 Estimated GFR',
    'cystatin_c 33863-2 mg/L Cystatin C',
    'uric_acid 3084-1 mg/dL Uric acid',
    'phosphate 2777-1 mg/dL Phosphate',
    'magnesium 19123-9 mg/dL Magnesium',
  ],
  'Liver and pancreas': [
    'albumin 1751-7 g/dL Albumin',
    'total_protein 2885-2 g/dL Total protein',
    'globulin 10834-0 g/dL Globulin',
    'alp 6768-6 U/L Alkaline phosphatase',
    'alt 1742-6 U/L Alanine aminotransferase',
    'ast 1920-8 U/L Aspartate aminotransferase',
    'bilirubin_total 1975-2 mg/dL Bilirubin, total',
    'bilirubin_direct 1968-7 mg/dL Bilirubin, direct',
    'ggt 2324-2 U/L Gamma-glutamyl transferase',
    'amylase 1798-8 U/L Amylase',
    'lipase 3040-3 U/L Lipase',
  ],
  'Heart and lipids': [
    'cholesterol 2093-3 mg/dL Cholesterol, total',
    'hdl 2085-9 mg/dL HDL cholesterol',
    'ldl 13457-7 mg/dL LDL cholesterol, calculated',
    'triglycerides 2571-8 mg/dL Triglycerides',
    'non_hdl 43396-1 mg/dL Non-HDL cholesterol',
    'apo_b 1884-6 mg/dL Apolipoprotein B',
    'apo_a1 1869-7 mg/dL Apolipoprotein A-I',
    'lipoprotein_a 43583-4 nmol/L Lipoprotein (a)',
    'hs_crp 30522-7 mg/L C-reactive protein, high sensitivity',
    'homocysteine 13965-9 umol/L Homocysteine',
    'ck 2157-6 U/L Creatine kinase',
  ],
  Thyroid: [
    'tsh 3016-3 uIU/mL Thyrotropin (TSH)',
    'free_t4 3024-7 ng/dL Thyroxine, free (T4)',
    'free_t3 3051-0 pg/mL Triiodothyronine, free (T3)',
    'tpo_antibodies 8099-4 IU/mL Thyroid peroxidase antibodies',
    'thyroglobulin_antibodies 8098-6 IU/mL Thyroglobulin antibodies',
  ],
  Hormones: [
    'testosterone 2986-8 ng/dL Testosterone, total',
    'testosterone_free 2991-8 pg/mL Testosterone, free',
    'estradiol 2243-4 pg/mL Estradiol',
    'progesterone 2839-9 ng/mL Progesterone',
    'fsh 15067-2 mIU/mL Follicle stimulating hormone',
    'lh 10501-5 mIU/mL Luteinizing hormone',
    'prolactin 2842-3 ng/mL Prolactin',
    'shbg 13967-5 nmol/L Sex hormone binding globulin',
    'dhea_s 2191-5 ug/dL DHEA sulfate',
    'cortisol 2143-6 ug/dL Cortisol',
    'amh 38476-8 ng/mL Anti-Mullerian hormone',
    'psa 2857-1 ng/mL Prostate specific antigen',
  ],
  'Vitamins, minerals and iron': [
    'vitamin_d 62292-8 ng/mL Vitamin D, 25-hydroxy',
    'vitamin_b12 2132-9 pg/mL Vitamin B12',
    'folate 2284-8 ng/mL Folate',
    'zinc 5763-8 ug/dL Zinc',
    'copper 5631-7 ug/dL Copper',
    'ferritin 2276-4 ng/mL Ferritin',
    'iron 2498-4 ug/dL Iron',
    'iron_binding_capacity 2500-7 ug/dL Iron binding capacity',
    'iron_saturation 2502-3 % Iron saturation',
  ],
  'Blood count': [
    'wbc 6690-2 10*3/uL White blood cells',
    'rbc 789-8 10*6/uL Red blood cells',
    'hemoglobin 718-7 g/dL Hemoglobin',
    'hematocrit 4544-3 % Hematocrit',
    'mcv 787-2 fL Mean corpuscular volume',
    'mch 785-6 pg Mean corpuscular hemoglobin',
    'mchc 786-4 g/dL Mean corpuscular hemoglobin concentration',
    'rdw 788-0 % Red cell distribution width',
    'platelets 777-3 10*3/uL Platelets',
    'neutrophils 751-8 10*3/uL Neutrophils',
    'lymphocytes 731-0 10*3/uL Lymphocytes',
    'monocytes 742-7 10*3/uL Monocytes',
    'eosinophils 711-2 10*3/uL Eosinophils',
    'basophils 704-7 10*3/uL Basophils',
  ],
  'Inflammation and infection': [
    'sedimentation_rate 30341-2 mm/h Erythrocyte sedimentation rate',
    'rheumatoid_factor 11572-5 IU/mL Rheumatoid factor',
    'hiv 56888-1 - HIV 1 and 2 antigen and antibodies',
    'syphilis 24110-9 - Syphilis antibodies',
    'chlamydia 43304-5 - Chlamydia trachomatis rRNA',
    'gonorrhoea 43305-2 - Neisseria gonorrhoeae rRNA',
    'hepatitis_c 16128-1 - Hepatitis C antibodies',
  ],
}

function readAnalyte(row: string, group: string): Analyte {
  const [key = '', loinc = '', unit = '', ...name] = row.split(' ')
  return { key, name: name.join(' '), loinc, unit: unit === '-' ? null : unit, group }
}

export const ANALYTES: readonly Analyte[] = Object.entries(GROUPS).flatMap(([group, rows]) =>
  rows.map((row) => readAnalyte(row, group)),
)

interface Panel {
  key: string
  name: string
  /** Keys of the analytes it reports. */
  analytes: readonly string[]
}

function panel(key: string, name: string, analytes: string): Panel {
  return { key, name, analytes: analytes.split(' ') }
}

export const PANELS: readonly Panel[] = [
  panel('lipid_panel', 'Lipid panel', 'cholesterol hdl ldl triglycerides non_hdl'),
  panel(
    'metabolic_panel',
    'Comprehensive metabolic panel',
    'glucose calcium sodium potassium chloride carbon_dioxide urea_nitrogen creatinine albumin total_protein alp alt ast bilirubin_total',
  ),
  panel(
    'blood_count',
    'Complete blood count with differential',
    'wbc rbc hemoglobin hematocrit mcv mch mchc rdw platelets neutrophils lymphocytes monocytes eosinophils basophils',
  ),
  panel('iron_panel', 'Iron panel', 'ferritin iron iron_binding_capacity iron_saturation'),
  panel('thyroid_panel', 'Thyroid panel', 'tsh free_t4 free_t3'),
]

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
