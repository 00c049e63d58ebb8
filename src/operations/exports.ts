import { z } from 'zod'
import {
  BundleKey,
  BundleRequest,
  CreateExportRequest,
  Difference,
  DifferenceRequest,
  DisagreementList,
  Download,
  ExportList,
  ExportReference,
  ImportedBundle,
  ListDisagreementsRequest,
  ListExportsRequest,
  RejudgeRequest,
  Rejudgement,
  RejudgementReference,
  VerifiedBundle,
  WebsetExport,
} from '../contract/exports.ts'
import { operation } from './operation.ts'

export const createExport = operation({
  name: 'exports.create',
  summary: 'Make a file of a webset: CSV, JSON lines, XLSX, a Markdown report, or a signed bundle.',
  scope: 'write',
  limitClass: 'other',
  input: CreateExportRequest,
  output: WebsetExport,
  run: ({ services, caller }, input) => services.exports.create(caller, input),
})

export const listExports = operation({
  name: 'exports.list',
  summary: 'List the exports of a webset, the newest first.',
  scope: 'read',
  limitClass: 'other',
  input: ListExportsRequest,
  output: ExportList,
  run: ({ services, caller }, input) => services.exports.list(caller, input),
})

export const getExport = operation({
  name: 'exports.get',
  summary: 'See whether an export is made, and where its file is.',
  scope: 'read',
  limitClass: 'other',
  input: ExportReference,
  output: WebsetExport,
  run: ({ services, caller }, input) => services.exports.get(caller, input.webset, input.id),
})

export const downloadExport = operation({
  name: 'exports.download',
  summary: 'Download the file of an export.',
  scope: 'read',
  limitClass: 'other',
  input: ExportReference,
  output: Download,
  answersFile: true,
  run: ({ services, caller }, input) => services.exports.download(caller, input.webset, input.id),
})

export const diffWebset = operation({
  name: 'websets.difference',
  summary:
    'Say what has become of a webset between two moments: items added and removed, verdicts flipped, values changed.',
  scope: 'read',
  limitClass: 'other',
  input: DifferenceRequest,
  output: Difference,
  run: ({ services, caller }, input) => services.exports.difference(caller, input),
})

export const rejudgeWebset = operation({
  name: 'websets.rejudge',
  summary: 'Have the stored evidence of a webset read again, and list where the second reader disagrees.',
  scope: 'write',
  limitClass: 'other',
  input: RejudgeRequest,
  output: Rejudgement,
  run: ({ services, caller }, input) => services.exports.rejudgements.create(caller, input),
})

export const getRejudgement = operation({
  name: 'websets.rejudgements.get',
  summary: 'See how far a rejudgement is, and how often the readers agreed.',
  scope: 'read',
  limitClass: 'other',
  input: RejudgementReference,
  output: Rejudgement,
  run: ({ services, caller }, input) => services.exports.rejudgements.get(caller, input.webset, input.id),
})

export const listDisagreements = operation({
  name: 'websets.rejudgements.disagreements',
  summary: 'List what two readers see differently, with the reasoning and quotes of both.',
  scope: 'read',
  limitClass: 'other',
  input: ListDisagreementsRequest,
  output: DisagreementList,
  run: ({ services, caller }, input) => services.exports.rejudgements.disagreements(caller, input),
})

export const getBundleKey = operation({
  name: 'bundles.key',
  summary: 'Show the public key that this server signs bundles with.',
  scope: 'read',
  limitClass: 'other',
  input: z.object({}),
  output: BundleKey,
  run: ({ services }) => services.exports.bundles.key(),
})

export const verifyBundle = operation({
  name: 'bundles.verify',
  summary: 'Check that a bundle is, to the last byte, what its signer made.',
  scope: 'read',
  limitClass: 'other',
  input: BundleRequest,
  output: VerifiedBundle,
  run: ({ services, caller, signal }, input) => services.exports.bundles.verify(caller, input, signal),
})

export const importBundle = operation({
  name: 'bundles.import',
  summary: 'Verify a bundle and make a webset of your own of what is in it.',
  scope: 'write',
  limitClass: 'other',
  input: BundleRequest,
  output: ImportedBundle,
  run: ({ services, caller, signal }, input) => services.exports.bundles.import(caller, input, signal),
})
