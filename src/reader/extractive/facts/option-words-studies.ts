import { entry, type OptionWords } from './option-entry.ts'

const phases = [
  ['1|i', 'first[- ]in[- ]human'],
  ['2|ii', 'mid[- ]stage'],
  ['3|iii', 'late[- ]stage'],
  ['4|iv', 'after approval'],
] as const

/** What is studied and how, how far it has come, and where it is published. */
export const studyWords: readonly OptionWords[] = [
  entry(
    'study',
    '(?:(?:controlled )?experiment(?:al)?|intervention(?:al)?)(?: study| trial)?|(?:intervention )?with random (?:allocation|assignment)|(?:clinical )?trial',
    String.raw`randomi[sz]ed|randomly (?:assigned|allocated)|placebo|(?:clinical|controlled) trial|randomisiert\p{L}*|randomisée?`,
  ),
  entry(
    'study',
    '(?:report on )?(?:a )?(?:single )?case(?: report| series| study)?',
    'case (?:report|series)|a single patient|report the case',
  ),
  entry('phase', 'pre-?clinical|laboratory only|before trials', 'pre-?clinical|präklinisch|préclinique'),
  // “Phase II”, “Mid-stage trials (II)”
  ...phases.map(([number, called]) =>
    entry(
      'phase',
      `phase (?:${number})[ab]?(?: (?:trials?|stud(?:y|ies)))?|(?:${called})(?: trials?| stud(?:y|ies))?(?: \\((?:phase )?(?:${number})\\))?`,
      `phase (?:${number})[ab]?(?!/)`,
    ),
  ),
  entry(
    'phase',
    'marketed|approved|on the market',
    // An ethics committee approves trials.
    'marketed|approved (?:for (?:sale|use|marketing|treatment)|in (?:the|europe)|by the (?:fda|ema|mhra|food and drug|european medicines))|marketing authori[sz]ation|on the market|zugelassen',
  ),
  entry('control', 'placebo|dummy(?: treatment| pill)?|sham', 'placebo|sham|dummy'),
  entry(
    'control',
    'no treatment|untreated|waiting[- ]list|no intervention',
    'untreated|no treatment|waiting[- ]list|no intervention',
  ),
  entry(
    'control',
    '(?:standard|usual) (?:of )?(?:care|therapy|treatment)',
    '(?:standard|usual)(?: of)? (?:care|therapy|treatment)|(?:care|treatment) as usual',
  ),
  entry('control', 'historical(?: controls?)?', 'historical controls?|earlier cohort'),
  entry(
    'publication',
    '(?:journal article|peer[- ]reviewed(?: (?:article|paper|journal))?|published)',
    String.raw`peer[- ]reviewed|published in (?:the |a )?(?:\p{L}+ )?journal|accepted (?:for publication )?(?:in|by)`,
  ),
  entry(
    'publication',
    'preprint|manuscript(?: without (?:peer )?review)?|not (?:yet )?(?:peer[- ])?reviewed|unreviewed',
    'pre-?print|(?:has |have )?not (?:yet )?(?:been )?(?:peer[- ]reviewed|reviewed)|un-?reviewed',
  ),
  entry('publication', 'withdrawn|retracted', 'withdrawn|retracted'),
]

/** Medicines go through phases one after the other. */
const order = [
  'pre-?clinical|laboratory only',
  ...phases.map(([number]) => `(?:.*\\(|phase )(?:phase )?(?:${number})[ab)]*`),
  'marketed|approved',
]
export const phaseOf = (option: string): number =>
  order.findIndex((words) => new RegExp(`^(?:${words})(?![\\p{L}\\d])`, 'iu').test(option.trim()))
