import {
  CreateImportRequest,
  Import,
  ImportList,
  ImportReference,
  ImportStatus,
  ListImportsRequest,
  NewImport,
  UpdateImportRequest,
  UploadImportRequest,
} from '../contract/imports.ts'
import { operation } from './operation.ts'

export const createImport = operation({
  name: 'imports.create',
  summary: 'Announce a list of things, and be told where to upload it.',
  scope: 'write',
  limitClass: 'websets',
  input: CreateImportRequest,
  output: NewImport,
  run: ({ services, caller }, input) => services.imports.create(caller, input),
})

export const listImports = operation({
  name: 'imports.list',
  summary: "List the team's imports, the newest first.",
  scope: 'read',
  limitClass: 'websets',
  input: ListImportsRequest,
  output: ImportList,
  run: ({ services, caller }, input) => services.imports.list(caller, input),
})

export const getImport = operation({
  name: 'imports.get',
  summary: 'Read an import.',
  scope: 'read',
  limitClass: 'websets',
  input: ImportReference,
  output: Import,
  run: ({ services, caller }, input) => services.imports.get(caller, input.id),
})

export const updateImport = operation({
  name: 'imports.update',
  summary: 'Change the title or the metadata of an import.',
  scope: 'write',
  limitClass: 'websets',
  input: UpdateImportRequest,
  output: Import,
  run: ({ services, caller }, input) => services.imports.update(caller, input),
})

export const deleteImport = operation({
  name: 'imports.delete',
  summary: 'Delete an import. Items that were made of it stay.',
  scope: 'write',
  limitClass: 'websets',
  input: ImportReference,
  output: Import,
  run: ({ services, caller }, input) => services.imports.remove(caller, input.id),
})

export const getImportStatus = operation({
  name: 'imports.status',
  summary: 'See how far an import is, how fast, and how its file was understood.',
  scope: 'read',
  limitClass: 'other',
  input: ImportReference,
  output: ImportStatus,
  run: ({ services, caller }, input) => services.imports.status(caller, input.id),
})

export const uploadImport = operation({
  name: 'imports.upload',
  summary: 'Send the file of an import, to the address that its creation answered.',
  scope: 'write',
  limitClass: 'other',
  input: UploadImportRequest,
  output: Import,
  run: ({ services, caller }, input) => services.imports.upload(caller, input),
})
